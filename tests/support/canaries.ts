import type { Database } from "./database";
import { record } from "./record-factories";

/** A string that stands nowhere but in one locked or hidden column. */
export type Canary = { name: string; text: string; pattern: RegExp };

type Locked = {
  table: string;
  /** Where members who pay read it, with the columns that are drawn there. The API gives all of them. */
  page: string;
  /** What the page must be asked for to draw them, where that is more than its address. */
  asked?: string;
  drawn: string[];
  api: string;
  words: readonly string[];
  figures: readonly string[];
};

/** Every locked column of every kind; decisions.md, "Locking". A new locked column is a new word here. */
export const LOCKED: readonly Locked[] = [
  {
    table: "daily_briefs",
    page: "/daily-brief/:id",
    api: "/api/daily-brief",
    words: ["analysis"],
    figures: ["buy_zone_min", "buy_zone_max"],
    drawn: ["analysis", "buy_zone_min", "buy_zone_max"],
  },
  {
    table: "stock_picks",
    page: "/stock-picks",
    api: "/api/stock-picks",
    words: ["ticker", "name"],
    figures: ["margin_52_week_high", "change_margin_52_week_low"],
    drawn: ["ticker", "name", "margin_52_week_high", "change_margin_52_week_low"],
  },
  {
    table: "trade_alerts",
    page: "/trade-alert/:id",
    api: "/api/trade-alert",
    words: ["ticker", "name", "analysis", "holding_period"],
    figures: ["target_price", "current_price", "daily_change", "stop_loss"],
    drawn: ["ticker", "name", "analysis", "target_price"],
  },
  {
    table: "videos",
    page: "/videos/:id",
    api: "/api/videos",
    // The poster stands there until the player is asked for.
    asked: "?play=1",
    words: ["youtube_link"],
    figures: [],
    drawn: ["youtube_link"],
  },
];

/** What every column of a draft holds must not leave the house at all. */
const DRAFTS: Record<string, readonly string[]> = {
  news: ["title", "content", "author"],
  daily_briefs: ["company_name", "ticker", "analysis", "author"],
  videos: ["title", "caption", "youtube_link"],
  ads: ["name"],
};

export type Planted = {
  locked: Canary[];
  drafts: Canary[];
  /** Ids of the records that hold them, by table: published ones first, then the draft. */
  ids: Record<string, string[]>;
};

/** Writes one record with a canary in every locked column, and a draft of canaries, of each kind that has them. */
export async function plantCanaries(database: Database): Promise<Planted> {
  const planted: Planted = { locked: [], drafts: [], ids: {} };
  let count = 0;
  const word = (list: Canary[], name: string): string => {
    count += 1;
    // Eleven characters: also a video's id.
    const text = `Cnry${String(count).padStart(3, "0")}wxyz`;
    list.push({ name, text, pattern: new RegExp(text, "i") });
    return name.endsWith("youtube_link") ? `https://www.youtube.com/watch?v=${text}` : text;
  };
  const figure = (name: string): string => {
    count += 1;
    // Twelve digits, since fewer turn up by chance inside the ids and nonces of ten thousand answers: whatever a figure
    // touches, it is found.
    const groups = [String(730 + count), "614", "285", "903"];
    const text = `${groups.join("")}.25`;
    planted.locked.push({ name, text, pattern: new RegExp(groups.join("[,.\\u202f]?")) });
    return text;
  };
  for (const { table, words, figures } of LOCKED) {
    const values = [
      ...words.map((column) => [column, word(planted.locked, `${table}.${column}`)]),
      ...figures.map((column) => [column, figure(`${table}.${column}`)]),
    ];
    planted.ids[table] = [await record(database, table, Object.fromEntries(values))];
  }
  for (const [table, columns] of Object.entries(DRAFTS)) {
    const values = columns.map((column) => [column, word(planted.drafts, `draft ${table}.${column}`)]);
    const id = await record(database, table, { ...Object.fromEntries(values), status: "draft" });
    planted.ids[table] = [...(planted.ids[table] ?? [await record(database, table)]), id];
  }
  return planted;
}

/** The names of the canaries that an answer holds, in its body or its headers. */
export function sung(canaries: readonly Canary[], response: Response, body: string): string[] {
  const text = `${[...response.headers].map((pair) => pair.join(": ")).join("\n")}\n${body}`;
  return canaries.filter(({ pattern }) => pattern.test(text)).map(({ name }) => name);
}
