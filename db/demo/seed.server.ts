import type { EntityName, RequiredEntityData } from "@mikro-orm/core";
import sharp from "sharp";
import { holdAdvisoryLock } from "../advisory-lock.server";
import { Ad } from "../entities/ad";
import { AdCount } from "../entities/ad-count";
import { Banner } from "../entities/banner";
import { Change } from "../entities/change";
import { Coupon } from "../entities/coupon";
import { DailyBrief } from "../entities/daily-brief";
import { Gift } from "../entities/gift";
import { Image } from "../entities/image";
import { Instrument } from "../entities/instrument";
import { LibraryPicture } from "../entities/library-picture";
import { Member } from "../entities/member";
import { Mover } from "../entities/mover";
import { News } from "../entities/news";
import { Order } from "../entities/order";
import { Package } from "../entities/package";
import { Payment } from "../entities/payment";
import { Quote } from "../entities/quote";
import { MostRead, PageReading, ReadingDay } from "../entities/reading";
import { RecordChange } from "../entities/record-change";
import { Referral } from "../entities/referral";
import { Staff } from "../entities/staff";
import { StockPick } from "../entities/stock-pick";
import { TradeAlert } from "../entities/trade-alert";
import { Video } from "../entities/video";
import { type EntityManager, em } from "../orm.server";
import { KEEP_RECEIPT_COUNTERS, KEEP_RECENT_COUNTS } from "../seeds/kept-counts";
import { CONTENT_TABLES } from "../tables-read.server";
import { adCountRows } from "./ad-counts";
import { contentRows } from "./content-rows";
import { DEMO_PASSWORD } from "./membership";
import { type PastCall, pastAlertRows } from "./past-alert-rows";
import { peopleRows } from "./people-rows";
import { DEMO_PICTURES } from "./pictures";
import { addDemoInstruments, addDemoPrices } from "./prices.server";
import { readingRows } from "./reading-rows";

export type DemoSeed = {
  /** Stores a PNG and its row. Passed in, because `db` does not handle files. */
  storePicture: (input: Buffer) => Promise<{ id: string }>;
  hashPassword: (text: string) => Promise<string>;
  /** Writes past calls into the ledger, from their rows, in the seed's transaction. */
  recordCalls: (manager: EntityManager, calls: readonly PastCall[]) => Promise<void>;
  /** The demo's last sixty days end here. */
  now: Date;
  report: (line: string) => void;
};

/** Created along with other records, or by a migration. */
const FILLED_ON_THE_WAY: readonly string[] = [
  "images",
  "instruments",
  "daily_prices",
  "splits",
  "pick_lists",
];

const FILLED_BY_PEOPLE_OR_DEMO = [
  "members",
  ...CONTENT_TABLES.filter((table) => !FILLED_ON_THE_WAY.includes(table)),
];

// Any number that no other lock in this database uses.
const SEED_LOCK = 7_201_926;

/** Whether the database has no staff, no members and no content. */
export function isEmpty(manager: EntityManager = em()): Promise<boolean> {
  return manager
    .execute<{ filled: boolean }[]>(
      `select ${FILLED_BY_PEOPLE_OR_DEMO.map((table) => `exists (select 1 from ${table})`).join(" or ")} as filled`,
    )
    .then(([row]) => row?.filled === false);
}

/**
 * Whether the database has staff, but nobody from the demo: a demo would show a real site's emails to
 * everybody. False without tables.
 */
export async function isRealSite(manager: EntityManager = em()): Promise<boolean> {
  const [tables] = await manager.execute<{ there: boolean }[]>(
    "select to_regclass('staff') is not null as there",
  );
  if (!tables?.there) return false;
  const [row] = await manager.execute<{ real: boolean }[]>(
    `select exists (select 1 from staff)
       and not exists (select 1 from staff where email like '%@demo.test') as real`,
  );
  return row?.real === true;
}

/**
 * Fills an empty database with the demo: content, pictures, accounts (db/demo/content/members.json),
 * purchases and a change log. The same `now` gives the same rows; only the ids of pictures come from the
 * store. A database that is not empty stays unchanged, even if two processes begin at the same time.
 */
export async function seedDemo({
  storePicture,
  hashPassword,
  recordCalls,
  now,
  report,
}: DemoSeed): Promise<void> {
  if (!(await isEmpty())) {
    report("The database is not empty: no demo content was added.");
    return;
  }
  const [images, passwordHash] = await Promise.all([
    storePictures(storePicture),
    hashPassword(DEMO_PASSWORD),
  ]);
  report(`${images.size} pictures drawn and stored.`);
  try {
    const rows = await em().transactional((manager) =>
      insertDemo(manager, { now, images, passwordHash, recordCalls }),
    );
    if (rows === 0) await forgetPictures(images);
    report(rows === 0 ? "Another process has filled the database meanwhile." : `${rows} rows added.`);
  } catch (error) {
    await forgetPictures(images);
    throw error;
  }
}

type Insertion = Pick<DemoSeed, "now" | "recordCalls"> & {
  images: ReadonlyMap<string, string>;
  passwordHash: string;
};

/** Returns the number of rows, 0 if another process was first. */
async function insertDemo(
  manager: EntityManager,
  { now, images, passwordHash, recordCalls }: Insertion,
): Promise<number> {
  await holdAdvisoryLock(manager, SEED_LOCK);
  if (!(await isEmpty(manager))) return 0;
  const imageOf = (key: string) => storedId(images, key);
  const people = peopleRows(now, passwordHash, imageOf);
  const content = contentRows(now, imageOf);
  let count = 0;
  // Without NoInfer, the rows would determine the type instead of the entity.
  const add = async <Row extends object>(
    entity: EntityName<Row>,
    rows: NoInfer<RequiredEntityData<Row>[]>,
  ) => {
    await manager.insertMany<Row>(entity, rows);
    count += rows.length;
  };
  await add(Staff, people.staff);
  // In order of registration: the database assigns serial numbers in the order of the inserts.
  await add(Member, people.members);
  await add(Package, people.packages);
  await add(Coupon, people.coupons);
  await add(Order, people.orders);
  await add(Payment, people.payments);
  await add(Gift, people.gifts);
  await manager.execute(KEEP_RECEIPT_COUNTERS);
  await add(Referral, people.referrals);
  await manager.execute("select fill_access_periods()");
  // Migrations create instruments without records, and with different ids each time.
  await manager.nativeDelete(Instrument, {});
  await addDemoInstruments(manager, now);
  await add(News, content.news);
  await add(DailyBrief, content.dailyBriefs);
  await add(StockPick, content.stockPicks);
  await add(TradeAlert, content.tradeAlerts);
  await add(Video, content.videos);
  await add(Quote, content.quotes);
  await add(Mover, content.movers);
  count += await addDemoPrices(manager, now);
  const past = pastAlertRows(now);
  await add(TradeAlert, past.alerts);
  await recordCalls(manager, past.calls);
  const withdrawn = past.calls.filter(({ withdrawnAt }) => withdrawnAt);
  count -= await manager.nativeDelete(TradeAlert, { id: { $in: withdrawn.map(({ recordId }) => recordId) } });
  await add(Ad, content.ads);
  await add(AdCount, adCountRows(now));
  await manager.execute(KEEP_RECENT_COUNTS);
  await add(Banner, content.banners);
  await add(LibraryPicture, content.library);
  const readings = readingRows(now, {
    news: content.news,
    "daily-brief": content.dailyBriefs,
    videos: content.videos.filter(({ status }) => status === "published"),
  });
  await add(PageReading, readings.pages);
  await add(ReadingDay, readings.days);
  await add(MostRead, readings.most);
  await add(Change, people.changes);
  // Programs that follow changes begin with a full database.
  await manager.nativeDelete(RecordChange, {});
  return count;
}

function storedId(images: ReadonlyMap<string, string>, key: string): string {
  const id = images.get(key);
  if (!id) throw new Error(`No picture was stored for "${key}"`);
  return id;
}

/** Renders and stores all pictures, a few at a time: while one is rendered, another is stored. */
async function storePictures(storePicture: DemoSeed["storePicture"]): Promise<Map<string, string>> {
  // Half a megabyte that only an empty database needs.
  const { drawingOf } = await import("./drawings");
  const stored = new Map<string, string>();
  const waiting = [...DEMO_PICTURES];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      stored.set(next.key, (await storePicture(await rasterised(drawingOf(next.file)))).id);
    }
  };
  await Promise.all([work(), work(), work()]);
  return stored;
}

/** PNG with little compression, because it is decoded again at once. */
function rasterised(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 1 }).toBuffer();
}

async function forgetPictures(images: ReadonlyMap<string, string>): Promise<void> {
  await em().nativeDelete(Image, { id: { $in: [...images.values()] } });
}
