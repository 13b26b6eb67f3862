/** What a member can mark: watch a company, follow an author, save a record for later. */
export const MARK_KINDS = ["company", "author", "news", "brief", "video"] as const;
export type MarkKind = (typeof MARK_KINDS)[number];
/** Records that can be saved for later. */
export type SavedKind = Exclude<MarkKind, "company" | "author">;

/** @property name of a company its symbol, of an author the segment of the address, of a record its id */
export type Mark = { kind: MarkKind; name: string };

export const markKey = (kind: MarkKind, name: string): string => `${kind}:${name}`;

/** The mark of a key; undefined for anything else. PostgreSQL rejects NUL. */
export function readMarkKey(key: string): Mark | undefined {
  const [, typed, name] = /^([a-z]{1,10}):([^\0]{1,400})$/u.exec(key) ?? [];
  const kind = MARK_KINDS.find((known) => known === typed);
  return kind && name ? { kind, name } : undefined;
}

/** A place that the server fills with a word about the reader's mark; see `MARK_TOKEN`. */
export const markSlot = (token: string, word: "p" | "n", key: string): string =>
  `${token}${word}${Array.from(new TextEncoder().encode(key), (byte) => byte.toString(16).padStart(2, "0")).join("")}z`;

/** The most companies that a member watches, and the most records saved. */
export const MOST_MARKS = 10_000;
/** The most authors that a member follows. */
export const MOST_FOLLOWED = 1_000;

/** Receives marks: `add` or `remove`, each with a key. */
export const MARKS_PATH = "/watchlist/marks";
