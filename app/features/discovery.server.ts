import type { InstrumentKind } from "db/entities/instrument";
import { PUBLISHED } from "db/published";
import { bool, type Column, type Fragment, type RowOf, type Shape, sql, text, uuid } from "db/sql";
import { type Statement, statement } from "db/statement.server";
import type { Access, Reader } from "~/access/access.server";
import { type Columns, onlyWhere, READ_WITH } from "~/access/for-members.server";
import type { Viewer } from "~/auth/viewer.server";
import type { Fact } from "~/features/content/record-facts.rules";
import type { StoredPicture } from "~/platform/pictures/picture";
import type { TextBlock } from "~/ui/text-blocks";

/**
 * Where readers and programs find records of one kind, other than on their own pages. A feature declares it;
 * the registry collects all declarations. Search, feeds, sitemaps and the pictures of shared links query the
 * registry.
 */
export type Discovery = {
  /**
   * The first segment of the pages' addresses, as in `/news/{id}`. Feed, sitemaps and pictures are named
   * after it.
   */
  section: string;
  /** The table, and the condition of published rows. Without a condition, all rows are published. */
  table: Fragment<object>;
  published?: Fragment<object>;
  /** The addresses of the lists, for the sitemap. */
  lists: readonly string[];
  search?: SearchKinds;
  feed?: Feed;
  /** The rows and the address column of its sitemaps. By default all rows, by id. */
  sitemap?: { rows: Fragment<object>; address: Column<string, object> };
  /**
   * When a record's own page changed. Null if even its age is private. For a locked record it is only the
   * age: only members may know that its text changed.
   */
  changed?: Column<Date | null, object>;
  share?: SharePictures;
};

/** How each reader searches one kind of record. */
export type SearchKinds = {
  access(viewer: Viewer): Access;
  full: SearchKind;
  /** Undefined if it is the same as `full`. */
  members?: SearchKind;
  /** Undefined if even the existence of records is locked. */
  locked?: SearchKind;
};

/** How a reader with a certain access searches one kind of record. No column contains locked data. */
export type SearchKind = {
  /** The kind's name in an address: `/search?in=news`. */
  name: string;
  title: string;
  /** Its results come before all others. */
  leads?: true;
  /** Column of the ticker. An exact ticker is the best match. */
  ticker?: Fragment<object>;
  /** Columns that name the record. */
  nameColumns: readonly Fragment<object>[];
  /** Column of its text. */
  text?: Fragment<object>;
  /** The rows that this access finds. By default all. */
  rows?: Fragment<object>;
  /** The rows whose text it searches. By default all. */
  textRows?: Fragment<object>;
  /**
   * The columns of a result. `audience` is the record's audience if other readers find it too. Left out if
   * every record is for everybody.
   */
  select: { title: Fragment<object>; note: Fragment<object>; audience?: Fragment<object> };
  /** The reader's access to records with an audience. */
  opens?: (viewer: Viewer) => Access;
  /** The prices of records by their ids, as far as this reader may know them. */
  prices?: (ids: readonly string[], viewer: Viewer) => Promise<ReadonlyMap<string, FoundPrice>>;
  path: (row: { id: string; note: string | null }) => string;
  /**
   * For the drop-down: the kind of suggestion, the columns to search (by default `nameColumns`), and other
   * columns to show. See section 2.2 of the specification.
   */
  suggested?: {
    as: SuggestionType;
    columns?: readonly Fragment<object>[];
    select?: SearchKind["select"];
  };
};

/** The price of a search result; exact decimals. */
export type FoundPrice = {
  price: string;
  /** The kind of instrument, which decides how to write the price. */
  kind: InstrumentKind | null;
  changePercent: string | null;
  currency?: string | null;
  asOf: Date;
  /** Whether only its day is known. */
  ofDay?: boolean;
};

export type SuggestionType = "Daily Brief" | "Alert" | "Video";

/** One entry of a feed. A public feed is made of public columns only. */
export type FeedItem = {
  id: string;
  title: string;
  description: string;
  path: string;
  createdAt: Date;
  category?: string;
  author?: string;
  /** The whole text, if it is free for everybody, as it was written. Never the text of a locked record. */
  text?: string;
  /** The contents of a locked record: only in private feeds. */
  opened?: { facts: readonly Fact[]; blocks: readonly TextBlock[] };
  /** Its public picture. */
  picture?: StoredPicture | null;
};

/**
 * The newest records as RSS. Every reader gets the same public feed, so its SQL selects only public columns. A
 * private feed adds `whole`.
 */
export type Feed = {
  link: { title: string; path: string };
  about: string;
  /** The columns of an entry, in addition to the id and the creation time. */
  select: Shape;
  entry(row: FeedRow): FeedItem;
  whole?: WholeEntries;
};

type FeedRow = Pick<FeedItem, "id" | "createdAt">;

/** What readers of a locked record get in their private feed. */
export type WholeEntries = {
  access(reader: Reader): Access;
  /** The further columns by access. None if it opens no record. */
  select: Record<Access, Shape | undefined>;
  /** What replaces the parts of the public entry: nothing for a record that this reader may not read. */
  entry(row: FeedRow): Partial<FeedItem>;
};

/**
 * Locked columns for private feeds. The database leaves them empty where the reader's access does not open the
 * record.
 * @param parts.free the condition of records that everybody may read, if there are any
 * @param parts.select columns whose names the public entry does not use
 */
export function wholeEntries<const Select extends Columns>(parts: {
  access: WholeEntries["access"];
  free?: Fragment<object>;
  select: Select;
  entry: (row: RowOf<Select> & FeedRow) => Partial<FeedItem>;
}): WholeEntries {
  const { access, free, select, entry } = parts;
  const opened = (condition: Fragment<object>) => ({
    isOpen: bool.from`(${condition})`,
    ...onlyWhere(condition, select),
  });
  return {
    access,
    select: {
      locked: free && opened(free),
      members: opened(free ? sql`(${free}) or ${READ_WITH.members}` : READ_WITH.members),
      full: { isOpen: bool.from`true`, ...select },
    },
    // Only the statements with `select` have `isOpen`.
    entry: (row) => ("isOpen" in row && row.isOpen === true ? entry(row as RowOf<Select> & FeedRow) : {}),
  };
}

/** Gives the functions of a feed the types of its columns. */
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
  /** For the section, and for those of its records that must not show their words. */
  section?: ShareText;
  /** One published record. */
  record?: Statement<SharedRecord, { id: string }>;
};

/**
 * The content of a shared picture: the record's public words, and its own picture if it has one. A new
 * version gets a new picture.
 */
export type SharedRecord = ShareText & { version: string; picture?: StoredPicture | null };

/**
 * One published record of a table without pictures.
 * @param name of the statement
 * @param words public columns only
 */
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

/** The text after `from` that reads the published rows. */
export const publishedRows = ({
  table,
  published,
}: Pick<Discovery, "table" | "published">): Fragment<object> =>
  published ? sql`${table} where ${published}` : table;
