/** What a member can mark. */
export const MARK_KINDS = ["company"] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** @property name of a company its symbol */
export type Mark = { kind: MarkKind; name: string };

const markKey = ({ kind, name }: Mark): string => `${kind}:${name}`;

export const companyKey = (symbol: string): string => markKey({ kind: "company", name: symbol });

/** The mark of a key; undefined for anything else. */
export function readMarkKey(key: string): Mark | undefined {
  const [, typed, name] = /^([a-z]{1,10}):(.{1,400})$/su.exec(key) ?? [];
  const kind = MARK_KINDS.find((known) => known === typed);
  return kind && name ? { kind, name } : undefined;
}

/** A place that the server fills with a word about the reader's mark; see `MARK_TOKEN`. */
export const markSlot = (token: string, word: "p" | "n", key: string): string =>
  `${token}${word}${Array.from(new TextEncoder().encode(key), (byte) => byte.toString(16).padStart(2, "0")).join("")}z`;

/** The most companies on one watchlist. */
export const MOST_WATCHED = 10_000;
