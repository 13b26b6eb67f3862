import { authorSlugOf } from "db/author-slug";
import { counted } from "db/count.server";
import { DailyBrief } from "db/entities/daily-brief";
import { columns } from "db/entity-columns.server";
import { neighbours } from "db/neighbours.server";
import { pageRows } from "db/page-rows";
import { PUBLISHED } from "db/published";
import { SITE_TODAY } from "db/site-day";
import { bool, decimal, sql, text, uuid } from "db/sql";
import { statement, variants } from "db/statement.server";
import type { Access, Audience, ReadingAccess } from "~/access/access.server";
import { forMembers } from "~/access/for-members.server";
import {
  changesColumn,
  type StoredChange,
  type TermChange,
  termChanges,
} from "~/features/calls/calls.queries.server";
import { type Level, recordLevel } from "~/features/calls/levels.queries.server";
import {
  currencyColumn,
  type InstrumentKind,
  kindOf,
} from "~/features/markets/instruments/instruments.queries.server";
import { companySymbol } from "~/features/markets/instruments/named-by.queries.server";
import { plainTextOf } from "~/web/markdown/plain-text.server";
import type { PageRange } from "~/web/paging";

/** A brief as lists show it. Locked, there is no `opening`: it was never read. */
export type BriefCard = {
  id: string;
  companyName: string;
  ticker: string;
  /** Of the page of its company: the ticker may be another one's by now. */
  companySymbol: string;
  author: string;
  createdAt: Date;
  /** What it comes to, and its first words, where its author wrote them for everybody. */
  headline: string | null;
  teaser: string | null;
  audience: Audience;
  opening?: string;
  /** Whether it stands on the page of plans for everybody; for who may not read it. */
  isSample?: boolean;
};

export type Brief = Omit<BriefCard, "opening" | "isSample"> & {
  disclosure: string | null;
  analysis?: string;
  buyZoneMin?: string | null;
  buyZoneMax?: string | null;
  /** Whose price its zone is of. */
  instrumentId?: string | null;
  /** What that is: as prices of such are written, its zone is. */
  kind?: InstrumentKind | null;
  /** What its prices are counted in. */
  currency?: string | null;
  /** What was changed of its buy zone since it came out; for who reads its analysis. */
  changes?: TermChange[];
  /** The brief that stands on the page of plans for everybody, where there is one; for who may not read this one. */
  sampleId?: string | null;
};

export type BriefLink = { id: string; companyName: string; headline: string | null; createdAt: Date };

const PUBLIC = {
  ...columns(DailyBrief, "id", "companyName", "ticker", "createdAt", "headline", "teaser", "audience"),
  companySymbol: companySymbol("daily_briefs", "ticker"),
  author: text.from`coalesce(author, 'Admin')`,
};
const OPENING = { opening: text.from`left(analysis, 700)` };
const NEWEST_SAMPLE = sql`is_sample and ${PUBLISHED} order by created_at desc, id desc limit 1`;
const SAMPLE = sql`(select id from daily_briefs where ${NEWEST_SAMPLE})`;
const CARDS = {
  locked: { ...PUBLIC, isSample: bool.from`coalesce(daily_briefs.id = ${SAMPLE}, false)` },
  members: { ...PUBLIC, ...forMembers(OPENING) },
  full: { ...PUBLIC, ...OPENING },
};
const DETAIL = { ...PUBLIC, ...columns(DailyBrief, "disclosure") };
/** In today's shares, as the prices are that it is drawn beside. */
const zone = (column: string, level: Level) => recordLevel("daily_briefs", { column, level, on: SITE_TODAY });
const viewsFor = (access: ReadingAccess) => ({
  ...columns(DailyBrief, "analysis"),
  buyZoneMin: decimal.orNull.from`${zone("buy_zone_min", "zoneLow")}`,
  buyZoneMax: decimal.orNull.from`${zone("buy_zone_max", "zoneHigh")}`,
  instrumentId: uuid.orNull.from`instrument_id`,
  kind: kindOf(sql`daily_briefs.instrument_id`),
  currency: currencyColumn(sql`daily_briefs.instrument_id`),
  changes: changesColumn(sql`'brief'`, sql`daily_briefs.id`, access),
});
const SAMPLE_ID = { sampleId: uuid.orNull.from`${SAMPLE}` };
const DETAILS = {
  locked: { ...DETAIL, ...SAMPLE_ID },
  members: { ...DETAIL, ...forMembers(viewsFor("members")) },
  full: { ...DETAIL, ...viewsFor("full") },
};

const PAGE = pageRows({
  table: sql`daily_briefs`,
  where: PUBLISHED,
  order: sql`created_at desc, id desc`,
});
const LATEST = variants("briefs.latest", CARDS, (declare, row) => declare`select ${row} from ${PAGE}`);

/** Of a locked card there is no `opening`, or nothing in it. */
type CardRow = Omit<BriefCard, "opening"> & { opening?: string | null };

/** Published briefs, newest first; the columns are those of the reader's access. */
export async function latestBriefs(
  access: Access,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<BriefCard[]> {
  const found: CardRow[] = await LATEST[access].all({ limit, offset });
  return found.map(cardOf);
}

const cardOf = ({ opening, ...card }: CardRow): BriefCard =>
  typeof opening === "string" ? { ...card, opening: plainTextOf(opening) } : card;

const BY_AUTHOR = variants(
  "briefs.by-author",
  CARDS,
  (declare, row) => declare`
  select ${row} from ${pageRows({
    table: sql`daily_briefs`,
    where: sql`${PUBLISHED} and ${authorSlugOf("author")} = ${text("slug")}`,
    order: sql`created_at desc, id desc`,
  })}`,
);

/** An author's published briefs, newest first. @param slug as in the address of the author's page */
export async function briefsBy(access: Access, slug: string, limit: number): Promise<BriefCard[]> {
  const found: CardRow[] = await BY_AUTHOR[access].all({ slug, limit, offset: 0 });
  return found.map(cardOf);
}

const countBriefs = counted("briefs.count")`daily_briefs where ${PUBLISHED} order by created_at`;

/** A page of the briefs and how many there are. */
export async function briefsPage(
  access: Access,
  range: PageRange,
): Promise<{ briefs: BriefCard[]; total: number }> {
  const [briefs, total] = await Promise.all([latestBriefs(access, range), countBriefs()]);
  return { briefs, total };
}

const BY_ID = variants(
  "briefs.by-id",
  DETAILS,
  (declare, row) => declare`
  select ${row} from daily_briefs where id = ${uuid("id")} and ${PUBLISHED}`,
);
const PREVIEW = variants(
  "briefs.preview",
  DETAILS,
  (declare, row) => declare`select ${row} from daily_briefs where id = ${uuid("id")}`,
);

/** One published brief with the columns of the reader's access, or undefined. @param id a UUID. */
export async function briefById(access: Access, id: string): Promise<Brief | undefined> {
  const found: BriefRow | undefined = await BY_ID[access].first({ id });
  return found && toBrief(found);
}

/** The same of any brief, for who may see it before it is published. */
export async function briefPreview(access: Access, id: string): Promise<Brief | undefined> {
  const found: BriefRow | undefined = await PREVIEW[access].first({ id });
  return found && toBrief(found);
}

/** Of a locked brief there is no `analysis`, or nothing in it. */
type BriefRow = Omit<Brief, "analysis" | "changes"> & {
  analysis?: string | null;
  changes?: StoredChange[] | null;
};

const toBrief = ({ analysis, changes, ...row }: BriefRow): Brief => ({
  ...row,
  analysis: analysis ?? undefined,
  ...(changes && { changes: termChanges(changes) }),
});

/** What everybody may read of the sample: all that is drawn of it. */
const WHOLE_SAMPLE = statement("briefs.sample", DETAILS.full)`
  select ${DETAILS.full} from daily_briefs where ${NEWEST_SAMPLE}`;

/** A brief with everything that is drawn of it. */
export type WholeBrief = Brief & { analysis: string };

/** The brief that staff have marked for everybody, whole; the newest of several. Of all others nothing is read here. */
export async function sampleBrief(): Promise<WholeBrief | undefined> {
  const found = await WHOLE_SAMPLE.first();
  return found && { ...found, changes: termChanges(found.changes) };
}

type BriefPlace = Pick<Brief, "id" | "createdAt">;

/** The published briefs just before and just after one. */
export const briefNeighbours: (brief: BriefPlace) => Promise<{ previous?: BriefLink; next?: BriefLink }> =
  neighbours(
    "briefs.neighbours",
    columns(DailyBrief, "id", "companyName", "headline", "createdAt"),
    sql`daily_briefs where ${PUBLISHED}`,
  );
