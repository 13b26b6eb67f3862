export const TEXT_WORDS = ["siteName", "supportPhone", "supportEmail", "supportWays", "publicUrl"] as const;

/** Lists in Markdown that the privacy page may ask for besides: of what is kept about members, and of cookies. */
export const PRIVACY_WORDS = ["whatWeKeep", "cookies"] as const;

/** Words in braces that a text may ask for: `{siteName}`. */
export type TextWords = Readonly<
  Record<(typeof TEXT_WORDS)[number], string> & Partial<Record<(typeof PRIVACY_WORDS)[number], string>>
>;

/** What would be Markdown in a name. */
const SPECIAL = /[\\`*_[\]<>|#]/g;

/** Fills in the words that are known; any other in braces is left as it was written. */
export const fillWords = (text: string, words: TextWords): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (name === "publicUrl" || name === "whatWeKeep" || name === "cookies") return words[name] ?? whole;
    const word = isPlainWord(name) ? words[name] : undefined;
    return word === undefined ? whole : word.replace(SPECIAL, "\\$&");
  });

const PLAIN_WORDS = ["siteName", "supportPhone", "supportEmail", "supportWays"] as const;

const isPlainWord = (name: string): name is (typeof PLAIN_WORDS)[number] =>
  PLAIN_WORDS.some((word) => word === name);

/** Where support is reached, in words: `{supportWays}` stands after "Write to". */
export const supportWays = (phone: string, email: string | undefined): string =>
  `${phone} with a messaging app${email ? `, or to ${email} by email` : ""}`;

/** The title of a text, which is its first line where that begins with one #, and what comes after it. */
export function titleAndRest(text: string): { title?: string; rest: string } {
  const [, title, rest] = /^\s*# +([^\r\n]+)(?:\r?\n|$)([\s\S]*)$/.exec(text) ?? [];
  return title === undefined
    ? { rest: text }
    : { title: title.replace(/ +#+ *$/, "").trim(), rest: rest ?? "" };
}
