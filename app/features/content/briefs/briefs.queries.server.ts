import { authorSlugOf } from "db/author-slug";
import { counted } from "db/count.server";
import { DailyBrief } from "db/entities/daily-brief";
import { columns } from "db/entity-columns.server";
import { neighbours } from "db/neighbours.server";
import type { EntityManager } from "db/orm.server";
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
import { companySymbol } from "~/features/markets/instruments/linked-company.queries.server";
import { plainTextOf } from "~/web/markdown/plain-text.server";
import type { PageRange } from "~/web/paging";

/** A brief in a list. Behind the paywall `opening` is never read. */
export type BriefCard = {
  id: string;
  companyName: string;
  ticker: string;
  /** Of the company's page: the ticker may belong to another company since then. */
  companySymbol: string;
  author: string;
  createdAt: Date;
  /** The conclusion and the first words, if the author wrote public ones. */
  headline: string | null;
  teaser: string | null;
  audience: Audience;
  opening?: string;
  /** Whether it is the public sample on the page of plans; set for readers without access. */
  isSample?: boolean;
};

export type Brief = Omit<BriefCard, "opening" | "isSample"> & {
  disclosure: string | null;
  analysis?: string;
  buyZoneMin?: string | null;
  buyZoneMax?: string | null;
  /** The instrument of the zone's prices. */
  instrumentId?: string | null;
  /** The kind of instrument, which sets the format of the zone's prices. */
  kind?: InstrumentKind | null;
  /** The currency or unit of its prices. */
  currency?: string | null;
  /** Changes of the buy zone since publication, for readers with access. */
  changes?: TermChange[];
  /** The public sample on the page of plans, if there is one; set for readers without access. */
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
/** Adjusted for splits, like the prices of its chart. */
const zone = (column: string, level: Level) => recordLevel("daily_briefs", { column, level, on: SITE_TODAY });
/** The analysis, and the zone with the unit of its prices. */
export const BRIEF_VIEW = {
  ...columns(DailyBrief, "analysis"),
  buyZoneMin: decimal.orNull.from`${zone("buy_zone_min", "zoneLow")}`,
  buyZoneMax: decimal.orNull.from`${zone("buy_zone_max", "zoneHigh")}`,
  kind: kindOf(sql`daily_briefs.instrument_id`),
  currency: currencyColumn(sql`daily_briefs.instrument_id`),
};
const viewsFor = (access: ReadingAccess) => ({
  ...BRIEF_VIEW,
  instrumentId: uuid.orNull.from`instrument_id`,
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

/** Behind the paywall `opening` is missing or null. */
type CardRow = Omit<BriefCard, "opening"> & { opening?: string | null };

/** Published briefs, newest first, with the columns of the reader's access. */
export async function latestBriefs(
  access: Access,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<BriefCard[]> {
  const found: CardRow[] = await LATEST[access].all({ limit, offset });
  return found.map(toCard);
}

const toCard = ({ opening, ...card }: CardRow): BriefCard =>
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
  return found.map(toCard);
}

const countBriefs = counted("briefs.count")`daily_briefs where ${PUBLISHED} order by created_at`;

/** A page of the list and the number of briefs. */
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

/** Any brief, published or not, for staff who may preview it. @param within the transaction that saves it */
export async function briefPreview(
  access: Access,
  id: string,
  within?: EntityManager,
): Promise<Brief | undefined> {
  const found: BriefRow | undefined = await PREVIEW[access].first({ id }, within);
  return found && toBrief(found);
}

/** Behind the paywall `analysis` is missing or null. */
type BriefRow = Omit<Brief, "analysis" | "changes"> & {
  analysis?: string | null;
  changes?: StoredChange[] | null;
};

const toBrief = ({ analysis, changes, ...row }: BriefRow): Brief => ({
  ...row,
  analysis: analysis ?? undefined,
  ...(changes && { changes: termChanges(changes) }),
});

/** The public sample with all its columns. */
const WHOLE_SAMPLE = statement("briefs.sample", DETAILS.full)`
  select ${DETAILS.full} from daily_briefs where ${NEWEST_SAMPLE}`;

/** A brief with all its columns. */
export type WholeBrief = Brief & { analysis: string };

/**
 * The brief that staff marked as the public sample, in full; the newest of several. No other brief is read.
 */
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
