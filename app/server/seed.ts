import { em, migrate, startOrm, stopOrm } from "db/orm.server";
import { UnfitDatabaseError } from "db/unfit-database";
import { hashPassword } from "~/auth/password-hash.server";
import { recordPastCalls } from "~/features/calls/demo-ledger.server";
import { config } from "~/platform/config.server";
import { keepPicture, preparePicture, storePicture } from "~/platform/pictures/pictures.server";

const NOT_A_DEMO =
  "it is a real site's, and a demo shows its mails to everybody: set NODE_ENV=production, or DEMO=0";

/** What the demo's start prints; the accounts themselves are in db/demo. */
export function demoAccountLines(): string[] {
  return [
    "",
    "Demo accounts, all @demo.test with the password Openbell-demo-2026:",
    "  staff    superadmin, admin, editor",
    "  members  basic, premium, private, pending, lapsed",
  ];
}

/**
 * Fills an empty database with the demo content; leaves any other as it is.
 * @throws UnfitDatabaseError when it is a real site's: `npm start` is a demo unless told otherwise, also on a database that
 * was restored a minute ago.
 */
export async function seedIfEmpty(now: Date): Promise<void> {
  const { isEmpty, isRealSite, seedDemo } = await import("db/demo/seed.server");
  if (await isRealSite()) throw new UnfitDatabaseError(NOT_A_DEMO);
  if (!(await isEmpty())) return fillPrices(now);
  const began = performance.now();
  await seedDemo({
    now,
    hashPassword,
    recordCalls: recordPastCalls,
    storePicture: async (input) => {
      // Somebody waits for all of them at once.
      const prepared = await preparePicture(input, "quick");
      await storePicture(prepared);
      const manager = em();
      keepPicture(manager, prepared);
      await manager.flush();
      return { id: prepared.id };
    },
    report: () => {},
  });
  console.log(`Demo content  ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

/** A demo of before there were prices by day gets them. */
async function fillPrices(now: Date): Promise<void> {
  const { fillDemoPrices } = await import("db/demo/prices.server");
  const added = await fillDemoPrices(now);
  if (added > 0) console.log(`Demo prices   ${added} days`);
}

/** Without this word a real site is left as it is. */
const ON_A_REAL_SITE = "--on-a-real-site";

/** `npm run seed -- --members 100000 …`: any number of rows, for trying the product at size. */
export async function seed(args: string[]): Promise<void> {
  const { parseCounts, seedBulk } = await import("db/seeds/bulk.server");
  const { isRealSite } = await import("db/demo/seed.server");
  const parsed = parseCounts(args.filter((word) => word !== ON_A_REAL_SITE));
  if ("problem" in parsed) {
    console.error(parsed.problem);
    process.exit(64);
  }
  await startOrm({ url: config().databaseDirectUrl, timeZone: config().siteTz });
  try {
    if (!args.includes(ON_A_REAL_SITE) && (await isRealSite())) {
      console.error(`This is a real site's database: invented rows are added only with ${ON_A_REAL_SITE}.`);
      process.exitCode = 78;
      return;
    }
    await migrate();
    await seedBulk({ ...parsed.counts, now: new Date(), report: (line: string) => console.log(line) });
  } finally {
    await stopOrm();
  }
}
