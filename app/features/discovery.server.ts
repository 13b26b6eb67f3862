import type { Viewer } from "~/features/auth/viewer.server";

/**
 * Where readers and programs come across records of one kind, beside the pages that are about them. A feature says it
 * next to its declaration; the registry collects it, and the search, the feeds, the sitemaps and the pictures of
 * shared links ask the registry.
 */
export type Discovery = {
  /** The first segment of the pages' addresses, as in `/news/{id}`. Feed, sitemaps and pictures are named by it. */
  section: string;
  /** The table, and the condition of the rows that are published; without one all are. */
  table: string;
  published?: string;
  /** The addresses of the lists, for the sitemap. */
  lists: readonly string[];
  /** How this viewer finds them; undefined where that there are any is locked. */
  search?: (viewer: Viewer) => SearchKind | undefined;
  feed?: Feed;
  /** SQL of when a record's own page has changed. Of what is locked only its age is told: that its text changed is for members. */
  changed?: string;
  share?: SharePictures;
};

/** How one kind of record is searched, made for one viewer: what is locked to them is in none of its columns. */
export type SearchKind = {
  /** Its word in an address: `/search?in=news`. */
  name: string;
  title: string;
  /** Column of the ticker: an exact one is the best match there is. */
  ticker?: string;
  /** Columns that name the record. */
  nameColumns: string[];
  /** Column of its text. */
  text?: string;
  /** SQL of what a result shows. */
  select: { title: string; note: string };
  path: (row: { id: string; note: string | null }) => string;
  /** What the drop-down calls one, and the columns it looks at (those of the name when absent); specification, section 2.2. */
  suggested?: { as: SuggestionType; columns?: string[] };
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
};

/** The newest records as RSS. Every reader gets the same, so what its SQL selects is public. */
export type Feed = {
  link: { title: string; path: string };
  about: string;
  /** SQL of the columns that an entry is made of, beside the id and the creation. */
  select: string;
  entry(row: unknown): FeedItem;
};

/** Ties the columns of a feed to what is made of them. */
export const feed = <Row>(
  parts: Omit<Feed, "entry"> & {
    entry: (row: Row & Pick<FeedItem, "id" | "createdAt">) => Omit<FeedItem, "id" | "createdAt">;
  },
): Feed => ({
  ...parts,
  entry(row) {
    const read = row as Row & Pick<FeedItem, "id" | "createdAt">;
    return { ...parts.entry(read), id: read.id, createdAt: read.createdAt };
  },
});

/** The words on the picture of a shared link. */
export type ShareText = { kicker: string; title: string };

export type SharePictures = {
  /** Of the section, and of everything in it that may say nothing of itself. */
  section?: ShareText;
  /** SQL of one published record by its id: its public words, its version as text and its picture, if it has one. */
  record?: string;
};

/** What follows `from` to read the published rows. */
export const publishedRows = ({ table, published }: Pick<Discovery, "table" | "published">): string =>
  published ? `${table} where ${published}` : table;
