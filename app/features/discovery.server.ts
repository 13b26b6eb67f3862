import type { InstrumentKind } from "db/entities/instrument";
import { PUBLISHED } from "db/published";
import { type Column, type Fragment, type RowOf, type Shape, sql, text, uuid } from "db/sql";
import { type Statement, statement } from "db/statement.server";
import type { Access } from "~/access/access.server";
import type { Viewer } from "~/auth/viewer.server";
import type { StoredPicture } from "~/platform/pictures/picture";

/**
 * Where readers and programs come across records of one kind, beside the pages that are about them. A feature says it
 * next to its declaration; the registry collects it, and the search, the feeds, the sitemaps and the pictures of
 * shared links ask the registry.
 */
export type Discovery = {
  /** The first segment of the pages' addresses, as in `/news/{id}`. Feed, sitemaps and pictures are named by it. */
  section: string;
  /** The table, and the condition of the rows that are published; without one all are. */
  table: Fragment<object>;
  published?: Fragment<object>;
  /** The addresses of the lists, for the sitemap. */
  lists: readonly string[];
  search?: SearchKinds;
  feed?: Feed;
  /** What of it sitemaps have, and by what its pages are found there, where that is not all of it by the id. */
  sitemap?: { rows: Fragment<object>; address: Column<string, object> };
  /**
   * When a record's own page has changed; null where not even its age is told. Of what is locked only its age is: that its text
   * changed is for members.
   */
  changed?: Column<Date | null, object>;
  share?: SharePictures;
};

/** How one kind of record is searched by each reader. */
export type SearchKinds = {
  access(viewer: Viewer): Access;
  full: SearchKind;
  /** Absent where it is the same as the full one. */
  members?: SearchKind;
  /** Undefined where that there are any is locked. */
  locked?: SearchKind;
};

/** How one kind of record is searched with one access: what is locked to it is in none of the columns. */
export type SearchKind = {
  /** Its word in an address: `/search?in=news`. */
  name: string;
  title: string;
  /** Its results come before those of all others. */
  leads?: true;
  /** Column of the ticker: an exact one is the best match there is. */
  ticker?: Fragment<object>;
  /** Columns that name the record. */
  nameColumns: readonly Fragment<object>[];
  /** Column of its text. */
  text?: Fragment<object>;
  /** The rows that this access finds, where that is not all of them. */
  rows?: Fragment<object>;
  /** The rows whose text it searches, where that is not all of them. */
  textRows?: Fragment<object>;
  /** What a result shows; `audience` is whom a record is for that is found by others too, nothing where it is for everybody. */
  select: { title: Fragment<object>; note: Fragment<object>; audience?: Fragment<object> };
  /** What a reader may open of those that have an audience. */
  opens?: (viewer: Viewer) => Access;
  /** What records cost, by their ids, as far as this reader may know it. */
  prices?: (ids: readonly string[], viewer: Viewer) => Promise<ReadonlyMap<string, FoundPrice>>;
  path: (row: { id: string; note: string | null }) => string;
  /**
   * What the drop-down calls one, the columns it looks at (those of the name when absent), and what it shows where that is not
   * what a result does; specification, section 2.2.
   */
  suggested?: {
    as: SuggestionType;
    columns?: readonly Fragment<object>[];
    select?: SearchKind["select"];
  };
};

/** What stands beside a result that has a price; exact decimals. */
export type FoundPrice = {
  price: string;
  /** Of what it is, by which it is written. */
  kind: InstrumentKind | null;
  changePercent: string | null;
  currency?: string | null;
  asOf: Date;
  /** Whether it is known by its day alone. */
  ofDay?: boolean;
};

export type SuggestionType = "Daily Brief" | "Alert" | "Video";

/** One entry of a feed, made of public columns only. */
export type FeedItem = {
  id: string;
  title: string;
  description: string;
  path: string;
  createdAt: Date;
  category?: string;
  author?: string;
  /** The whole of what is free to everybody, as it was written; never of what has a lock. */
  text?: string;
  /** Its picture, which is public as it is. */
  picture?: StoredPicture | null;
};

/** The newest records as RSS. Every reader gets the same, so what its SQL selects is public. */
export type Feed = {
  link: { title: string; path: string };
  about: string;
  /** What an entry is made of, beside the id and the creation. */
  select: Shape;
  entry(row: FeedRow): FeedItem;
};

type FeedRow = Pick<FeedItem, "id" | "createdAt">;

/** Ties the columns of a feed to what is made of them. */
export const feed = <const Select extends Shape>(
  parts: Omit<Feed, "select" | "entry"> & {
    select: Select;
    entry: (row: RowOf<Select> & FeedRow) => Omit<FeedItem, keyof FeedRow>;
  },
): Feed => ({
  ...parts,
  // The feed's statement reads `select`, so its rows have these columns, too.
  entry: (row) => ({ ...parts.entry(row as RowOf<Select> & FeedRow), id: row.id, createdAt: row.createdAt }),
});

/** The words on the picture of a shared link. */
export type ShareText = {
  kicker: string;
  title: string;
  /** A sentence below the title. */
  lede?: string | null;
};

export type SharePictures = {
  /** Of the section, and of everything in it that may say nothing of itself. */
  section?: ShareText;
  /** One published record. */
  record?: Statement<SharedRecord, { id: string }>;
};

/** What a picture of a record shows: its public words and its own picture, if it has one. A new version is drawn anew. */
export type SharedRecord = ShareText & { version: string; picture?: StoredPicture | null };

/** One published record of a table without pictures. @param name of the statement @param words public ones only */
export const sharedRecord = (
  name: string,
  table: Fragment<object>,
  words: {
    kicker: Column<string, object>;
    title: Column<string, object>;
    lede?: Column<string | null, object>;
  },
): Statement<SharedRecord, { id: string }> => {
  const row = { ...words, version: text.from`updated_at::text` };
  return statement(name, row)`select ${row} from ${table} where id = ${uuid("id")} and ${PUBLISHED}`;
};

/** What follows `from` to read the published rows. */
export const publishedRows = ({
  table,
  published,
}: Pick<Discovery, "table" | "published">): Fragment<object> =>
  published ? sql`${table} where ${published}` : table;
