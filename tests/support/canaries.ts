import { randomBytes } from "node:crypto";
import type { Database } from "./database";
import { insertRecord } from "./record-factories";

/**
 * A string that occurs only in one locked or hidden column. Whatever matches the pattern has the mark as well, in lower
 * case: hundreds of patterns in a page take longer than the page.
 */
export type Canary = { name: string; text: string; pattern: RegExp; mark?: string };

/** The mark of every word. */
export const WORD_MARK = "cnry";

type LockedTable = {
  table: string;
  /** Where paying members read it, with the columns on that page. The API returns all columns. */
  page: string;
  /** The query string that the page needs to show them. */
  query?: string;
  rendered: string[];
  api: string;
  /** Its open columns of texts and figures. All others are locked. */
  open: readonly string[];
};

/**
 * Every locked kind. Its locked columns come from its table, never from the product's
 * declarations: a new column counts as locked until it is listed as open.
 */
export const LOCKED_TABLES: readonly LockedTable[] = [
  {
    table: "daily_briefs",
    page: "/daily-brief/:id",
    api: "/api/daily-brief",
    open: ["company_name", "ticker", "author", "headline", "teaser", "disclosure"],
    rendered: ["analysis", "buy_zone_min", "buy_zone_max"],
  },
  {
    table: "stock_picks",
    page: "/stock-picks",
    api: "/api/stock-picks",
    open: [
      ...["market_cap", "current_price", "share_portfolio", "current_year_target", "target_2028"],
      ...["week_52_high", "week_52_low"],
    ],
    rendered: ["ticker", "name", "disclosure", "margin_52_week_high", "change_margin_52_week_low"],
  },
  {
    table: "trade_alerts",
    page: "/trade-alert/:id",
    api: "/api/trade-alert",
    open: [],
    rendered: ["ticker", "name", "analysis", "author", "disclosure", "target_price"],
  },
  {
    table: "videos",
    page: "/videos/:id",
    api: "/api/videos",
    // The poster is shown there until the player is requested.
    query: "?play=1",
    open: ["title", "caption"],
    rendered: ["youtube_link"],
  },
];

/** Columns with a fixed set of values, which no canary can fill. */
const ENUM_COLUMNS = ["status", "audience", "tag", "category", "currency"];

/** No text of a draft may leak at all. */
const TABLES_OF_DRAFTS = ["news", "daily_briefs", "videos", "ads"];

/** Nor any text of a scheduled record. */
const TABLES_OF_SCHEDULED = ["news", "daily_briefs", "trade_alerts", "videos"];
const TO_COME = { publish_at: "2150-01-01T09:30:00Z" };

/** Nor the working copy of a published record, nor what staff write to each other about it. */
const KINDS_WITH_COPIES = {
  news: "news",
  daily_briefs: "daily-brief",
  trade_alerts: "trade-alert",
  videos: "videos",
};

/** Nor the bin's copy of a deleted article. */
const BINNED_VALUES = ["title", "content", "author"];

const ENDED = { ended_on: "2026-01-02" };
const CLOSED = { state: "closed", close_ratio: "1", close_reason: "target" };
const TODAY = { ended_on: new Date().toISOString().slice(0, 10) };

const FOR_PRIVATE = { audience: "private" };

/** Calls that are not public: open, just ended, views of briefs, and withdrawn. */
const HIDDEN_CALLS: Record<string, Record<string, unknown>> = {
  open: {},
  closed: { ...CLOSED, ...TODAY },
  withdrawn: { state: "withdrawn", ...TODAY },
  mistake: { state: "withdrawn", mistake: true, ...ENDED },
  view: { kind: "brief" },
  "closed view": { kind: "brief", ...CLOSED, ...ENDED },
  "private open": FOR_PRIVATE,
  "private closed": { ...FOR_PRIVATE, ...CLOSED, ...TODAY },
  "private withdrawn": { ...FOR_PRIVATE, state: "withdrawn", ...TODAY },
};

const ADD_EVENT = `
  insert into call_events (seq, call_id, kind, body, salt, at, digest, prev_hash, hash)
  select coalesce(max(seq), 0) + 1, ?, 'opened', ?, ?, now(), repeat('0', 64), repeat('0', 64), repeat('0', 64) from call_events`;

/** Columns of a table that can hold a canary. */
export type PlantedColumns = { texts: string[]; figures: string[] };

/** The columns of the table in the database. */
async function columnsOf(database: Database, table: string): Promise<PlantedColumns> {
  const columns = await database.rows<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = ? order by ordinal_position`,
    [table],
  );
  const ofType = (wanted: string) =>
    columns
      .filter(({ name, type }) => type === wanted && !ENUM_COLUMNS.includes(name))
      .map(({ name }) => name);
  return { texts: ofType("text"), figures: ofType("numeric") };
}

export type PlantedCanaries = {
  locked: Canary[];
  /** The columns with canaries, by table. */
  columns: Record<string, PlantedColumns>;
  /** In records for Private members only. */
  privates: Canary[];
  /** In drafts, scheduled records, working copies, comments and the bin. */
  drafts: Canary[];
  /**
   * Ids of the records with canaries by table: for members, for Private members, the draft, then the
   * scheduled record.
   */
  ids: Record<string, string[]>;
};

/** Writes one record per audience with a canary in every locked column, and a draft, of each kind. */
export async function plantCanaries(database: Database): Promise<PlantedCanaries> {
  const planted: PlantedCanaries = { locked: [], columns: {}, privates: [], drafts: [], ids: {} };
  let count = 0;
  const word = (list: Canary[], name: string): string => {
    count += 1;
    // Eleven characters: also a video's id.
    const text = `Cnry${String(count).padStart(3, "0")}wxyz`;
    list.push({ name, text, pattern: new RegExp(text, "i"), mark: WORD_MARK });
    return name.endsWith("youtube_link") ? `https://www.youtube.com/watch?v=${text}` : text;
  };
  const figure = (list: Canary[], name: string): string => {
    count += 1;
    // Twelve digits: fewer occur by chance inside the ids and nonces of ten thousand answers. Any
    // neighbours of the figure are fine.
    const groups = [String(730 + count), "614", "285", "903"];
    const text = `${groups.join("")}.25`;
    list.push({ name, text, pattern: new RegExp(groups.join("[,.\\u202f]?")), mark: "903" });
    return text;
  };
  for (const { table, open } of LOCKED_TABLES) {
    const all = await columnsOf(database, table);
    const isLocked = (column: string) => !open.includes(column);
    const columns = { texts: all.texts.filter(isLocked), figures: all.figures.filter(isLocked) };
    const valuesIn = (list: Canary[]) =>
      Object.fromEntries([
        ...columns.texts.map((column) => [column, word(list, `${table}.${column}`)]),
        ...columns.figures.map((column) => [column, figure(list, `${table}.${column}`)]),
      ]);
    planted.columns[table] = columns;
    planted.ids[table] = [
      await insertRecord(database, table, valuesIn(planted.locked)),
      await insertRecord(database, table, { ...valuesIn(planted.privates), audience: "private" }),
    ];
  }
  planted.ids.calls = [];
  for (const [state, of] of Object.entries(HIDDEN_CALLS)) {
    const list = of.audience === FOR_PRIVATE.audience ? planted.privates : planted.locked;
    const name = (column: string) => `${state} calls.${column}`;
    const words = ["symbol", "name", "author", "close_note"].map((c) => [c, word(list, name(c))]);
    const prices = ["entry_price", "target", "stop", ...(of.close_ratio ? ["close_price"] : [])];
    const figures = prices.map((column) => [column, figure(list, name(column))]);
    const id = await insertRecord(database, "calls", {
      ...Object.fromEntries([...words, ...figures]),
      ...of,
    });
    planted.ids.calls.push(id);
    const body = JSON.stringify({ name: word(list, `${state} call_events.body`) });
    // Starts with a letter, so that it is no figure.
    const salt = `c${randomBytes(16).toString("hex").slice(1)}`;
    list.push({ name: `${state} call_events.salt`, text: salt, pattern: new RegExp(salt) });
    await database.rows(ADD_EVENT, [id, body, salt]);
  }
  for (const table of TABLES_OF_DRAFTS) {
    const { texts } = await columnsOf(database, table);
    const values = texts.map((column) => [column, word(planted.drafts, `draft ${table}.${column}`)]);
    const id = await insertRecord(database, table, { ...Object.fromEntries(values), status: "draft" });
    planted.ids[table] = [...(planted.ids[table] ?? [await insertRecord(database, table)]), id];
  }
  for (const table of TABLES_OF_SCHEDULED) {
    const { texts } = await columnsOf(database, table);
    const values = texts.map((column) => [column, word(planted.drafts, `scheduled ${table}.${column}`)]);
    const open = table === "videos" ? { is_free: true } : {};
    const id = await insertRecord(database, table, { ...Object.fromEntries(values), ...open, ...TO_COME });
    planted.ids[table] = [...(planted.ids[table] ?? []), id];
  }
  const held = Object.fromEntries(
    BINNED_VALUES.map((name) => [name, word(planted.drafts, `binned ${name}`)]),
  );
  for (const [table, kind] of Object.entries(KINDS_WITH_COPIES)) {
    const about = [kind, planted.ids[table]?.[0] ?? ""];
    const typed = Object.fromEntries(
      ["title", "analysis", "content"].map((name) => [name, word(planted.drafts, `copy of ${kind} ${name}`)]),
    );
    const title = word(planted.drafts, `title of copy of ${kind}`);
    await database.rows(
      "insert into working_copies (kind, record_id, title, typed, opened, record_version, staff_name) values (?, ?, ?, ?, ?, 1, 'Ines Calloway')",
      [...about, title, JSON.stringify(typed), JSON.stringify(typed)],
    );
    await database.rows(
      "insert into review_entries (kind, record_id, what, version, body, staff_name) values (?, ?, 'comment', 1, ?, 'Ines Calloway')",
      [...about, word(planted.drafts, `comment on ${kind}`)],
    );
  }
  planted.ids.binned_records = [await insertRecord(database, "binned_records", { title: held.title, held })];
  return planted;
}

/** The names of the canaries in an answer's body or headers. */
export function leakedIn(canaries: readonly Canary[], response: Response, body: string): string[] {
  const text = `${[...response.headers].map((pair) => pair.join(": ")).join("\n")}\n${body}`;
  const lower = text.toLowerCase();
  const marks = new Set(canaries.map(({ mark = "" }) => mark));
  for (const mark of marks) if (!lower.includes(mark)) marks.delete(mark);
  return canaries
    .filter(({ mark = "", pattern }) => marks.has(mark) && pattern.test(text))
    .map(({ name }) => name);
}
