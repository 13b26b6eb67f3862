/** Whether a person has access, according to another program's status word. */
export type StatusAccess = "access" | "none";

const ACCESS = [
  ...["active", "active patron", "current", "enabled", "live", "subscribed", "paid", "paying", "paid up"],
  ...["trial", "trialing", "trialling", "in trial", "comped", "complimentary", "gift", "gifted", "lifetime"],
];
const NONE = [
  ...["inactive", "canceled", "cancelled", "expired", "ended", "lapsed", "terminated", "stopped", "churned"],
  ...["former", "former patron", "former member", "declined", "declined patron", "refunded", "suspended"],
  ...["disabled", "deactivated", "closed", "deleted", "unsubscribed", "incomplete expired", "never paid"],
  ...["free", "free member", "not subscribed", "no"],
];

const KNOWN = new Map<string, StatusAccess>([
  ...ACCESS.map((word) => [word, "access"] as const),
  ...NONE.map((word) => [word, "none"] as const),
]);

/** A status in the form for comparison: "Former_Patron" becomes "former patron". */
export const statusKey = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s_-]+/g, " ")
    .trim();

/** The meaning of a status; undefined for an ambiguous one such as "past due". */
export const accessOfWord = (text: string): StatusAccess | undefined => KNOWN.get(statusKey(text));

const NO_END =
  /^(never|life|lifetime|forever|unlimited|endless|perpetual|permanent|infinity|no end|no expiry|no expiration|does not expire|\u221E|0000-00-00.*|9999-.*|31[./]12[./]9999|12\/31\/9999)$/i;

/** Whether an end means no end: in words, by MySQL's zero date or by another program's last date. */
export const isNoEnd = (text: string): boolean => NO_END.test(text.trim());

/** Whether a cell only means that it is empty. */
export const isEmptyCell = (text: string): boolean =>
  /^([-\u2013\u2014]|n\/?a|#n\/a|none|null|nil|nan|undefined)$/i.test(text.trim());

/** Whether a full name is a program's placeholder for a missing one. */
export const isPlaceholderName = (words: readonly string[]): boolean =>
  words.length > 0 && words.every((word) => /^(undefined|null|nil|nan|n\/a)$/i.test(word));
