/** Words a minute of somebody who reads news, as such sites count them. */
const WORDS_PER_MINUTE = 230;

/** What of a text in Markdown is not read: charts, and where links and pictures lead. */
const NOT_READ = /^chart \S+ \S+$|\]\([^)\s]*\)|https?:\/\/\S+/gm;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.,-]*/gu;

export const wordsIn = (text: string): number => text.replace(NOT_READ, "]").match(WORD)?.length ?? 0;

/** How long a text is, in words: `412 words, about 2 minutes to read`. */
export function lengthInWords(text: string): string {
  const words = wordsIn(text);
  const minutes = Math.max(1, Math.round(words / WORDS_PER_MINUTE));
  if (words === 0) return "No words yet";
  return `${words.toLocaleString("en")} ${words === 1 ? "word" : "words"}, about ${minutes} ${minutes === 1 ? "minute" : "minutes"} to read`;
}
