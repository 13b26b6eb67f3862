/** Words of an article that lists, feeds and summaries show; specification, section 9. A video's caption has as many. */
export const EXCERPT_WORDS = 30;
