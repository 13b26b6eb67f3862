/** Average reading speed for news, in words per minute. */
const WORDS_PER_MINUTE = 230;

/** Parts of Markdown that are not read: charts, and addresses of links and pictures. */
const NOT_READ = /^chart \S+ \S+$|\]\([^)\s]*\)|https?:\/\/\S+/gm;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.,-]*/gu;

export const wordsIn = (text: string): number => text.replace(NOT_READ, "]").match(WORD)?.length ?? 0;

/** The length of a text in words: `412 words, about 2 minutes to read`. */
export function lengthInWords(text: string): string {
  const words = wordsIn(text);
  const minutes = Math.max(1, Math.round(words / WORDS_PER_MINUTE));
  if (words === 0) return "No text yet";
  return `${words.toLocaleString("en")} ${words === 1 ? "word" : "words"}, about ${minutes} ${minutes === 1 ? "minute" : "minutes"} to read`;
}
