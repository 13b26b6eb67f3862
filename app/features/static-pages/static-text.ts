export const TEXT_WORDS = ["siteName", "supportPhone", "supportEmail", "supportWays", "publicUrl"] as const;

/** Lists in Markdown for the privacy page: the stored data about members, and the cookies. */
export const PRIVACY_WORDS = ["whatWeKeep", "cookies"] as const;

/** Placeholders in braces that a text may use: `{siteName}`. */
export type TextWords = Readonly<
  Record<(typeof TEXT_WORDS)[number], string> & Partial<Record<(typeof PRIVACY_WORDS)[number], string>>
>;

/** Characters of a name that would be Markdown. */
const SPECIAL = /[\\`*_[\]<>|#]/g;

/** Fills in the known placeholders. Others stay as written. */
export const fillWords = (text: string, words: TextWords): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (name === "publicUrl" || name === "whatWeKeep" || name === "cookies") return words[name] ?? whole;
    const word = isPlainWord(name) ? words[name] : undefined;
    return word === undefined ? whole : word.replace(SPECIAL, "\\$&");
  });

const PLAIN_WORDS = ["siteName", "supportPhone", "supportEmail", "supportWays"] as const;

const isPlainWord = (name: string): name is (typeof PLAIN_WORDS)[number] =>
  PLAIN_WORDS.some((word) => word === name);

/** The ways to reach support, in words: `{supportWays}` follows "Write to". */
export const supportWays = (phone: string, email: string | undefined): string =>
  `${phone} with a messaging app${email ? `, or to ${email} by email` : ""}`;

/** Splits a text into its title, a first line that begins with one #, and the rest. */
export function titleAndRest(text: string): { title?: string; rest: string } {
  const [, title, rest] = /^\s*# +([^\r\n]+)(?:\r?\n|$)([\s\S]*)$/.exec(text) ?? [];
  return title === undefined
    ? { rest: text }
    : { title: title.replace(/ +#+ *$/, "").trim(), rest: rest ?? "" };
}
