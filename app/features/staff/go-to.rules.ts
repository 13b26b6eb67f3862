/** A place in the back-office. @property type Screen, New, or the label of its list */
export type Destination = { title: string; type: string; link: string };

/** A screen. @property words what else people call it, in lower case */
type Findable = Destination & { words: string };

const lower = (text: string) => text.toLowerCase();
const wordsOf = (text: string) => lower(text).split(/[\s,:-]+/);

/** How well a title fits the typed text: 0 exactly, 1 begins so, 2 a word does, 3 contains it, 4 not at all. */
export function titleRank(title: string, typed: string): number {
  const [own, text] = [lower(title), lower(typed.trim())];
  if (own === text) return 0;
  if (own.startsWith(text)) return 1;
  if (wordsOf(own).some((word) => word.startsWith(text))) return 2;
  return own.includes(text) ? 3 : 4;
}

/** Those whose titles fit best come first; others keep their order. */
export const byTitle = <Found extends { title: string }>(found: readonly Found[], typed: string): Found[] =>
  found.toSorted((one, other) => titleRank(one.title, typed) - titleRank(other.title, typed));

/**
 * Screens where each typed word starts a word of the title, the type, or what else they are called; titles that
 * fit the whole text come first.
 */
export function matchScreens<Screen extends Findable>(screens: readonly Screen[], typed: string): Screen[] {
  const words = wordsOf(typed).filter(Boolean);
  const matching = screens.filter(({ title, type, words: others }) => {
    const own = wordsOf(`${type} ${title} ${others}`);
    return words.every((word) => own.some((one) => one.startsWith(word)));
  });
  const inTitle = ({ title }: Screen) =>
    words.every((word) => wordsOf(title).some((one) => one.startsWith(word)));
  return [...byTitle(matching.filter(inTitle), typed), ...matching.filter((screen) => !inTitle(screen))];
}

/** The screen with exactly this title, which Enter opens directly. */
export const exactMatch = <Screen extends Destination>(
  screens: readonly Screen[],
  typed: string,
): Screen | undefined => screens.find(({ title }) => lower(title) === lower(typed.trim()));
