/** Whether somebody has access, as a word of another program says it. */
export type SaidAccess = "access" | "none";

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

const KNOWN = new Map<string, SaidAccess>([
  ...ACCESS.map((word) => [word, "access"] as const),
  ...NONE.map((word) => [word, "none"] as const),
]);

/** A status as it is compared: "Former_Patron" is "former patron". */
export const statusKey = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s_-]+/g, " ")
    .trim();

/** What a status says; undefined for a word that says it of itself to nobody, as "past due". */
export const accessOfWord = (text: string): SaidAccess | undefined => KNOWN.get(statusKey(text));

const NO_END =
  /^(never|life|lifetime|forever|unlimited|endless|perpetual|permanent|infinity|no end|no expiry|no expiration|does not expire|\u221E|0000-00-00.*|9999-.*|31[./]12[./]9999|12\/31\/9999)$/i;

/** Whether an end says that there is none: in words, or by the zero date of MySQL and the last one of others. */
export const isNoEnd = (text: string): boolean => NO_END.test(text.trim());

/** Whether a cell only says that it is empty. */
export const saysNothing = (text: string): boolean =>
  /^([-\u2013\u2014]|n\/?a|#n\/a|none|null|nil|nan|undefined)$/i.test(text.trim());

/** Whether a whole name is what a program wrote where it had none. */
export const isLostName = (words: readonly string[]): boolean =>
  words.length > 0 && words.every((word) => /^(undefined|null|nil|nan|n\/a)$/i.test(word));
