/** Words in braces that a text may ask for: `{siteName}`. */
export type TextWords = Readonly<Record<"siteName" | "supportPhone" | "publicUrl", string>>;

export const TEXT_WORDS = ["siteName", "supportPhone", "publicUrl"] as const;

/** What would be Markdown in a name. */
const SPECIAL = /[\\`*_[\]<>|#]/g;

/** Fills in the words that are known; any other in braces is left as it was written. */
export const fillWords = (text: string, words: TextWords): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (name === "publicUrl") return words.publicUrl;
    const word = name === "siteName" || name === "supportPhone" ? words[name] : undefined;
    return word === undefined ? whole : word.replace(SPECIAL, "\\$&");
  });

/** The title of a text, which is its first line where that begins with one #, and what comes after it. */
export function titleAndRest(text: string): { title?: string; rest: string } {
  const [, title, rest] = /^\s*# +([^\r\n]+)(?:\r?\n|$)([\s\S]*)$/.exec(text) ?? [];
  return title === undefined
    ? { rest: text }
    : { title: title.replace(/ +#+ *$/, "").trim(), rest: rest ?? "" };
}
