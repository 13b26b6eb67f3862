/** A place in the back-office. @property type Screen, New, or the label of its list */
export type Destination = { title: string; type: string; link: string };

/** A screen. @property words what else people call it, in lower case */
type Findable = Destination & { words: string };

/** Keyboards have only straight apostrophes. */
const plain = (text: string) => text.trim().toLowerCase().replace(/['’]/g, "");
const wordsOf = (text: string) =>
  plain(text)
    .split(/[\s,:-]+/)
    .filter(Boolean);

const beginWords = (words: readonly string[], own: readonly string[]): boolean =>
  words.length > 0 && words.every((word) => own.some((one) => one.startsWith(word)));

/** How well a title fits the typed text: 0 exactly, 1 begins so, 2 its words begin so, 3 contains it, 4 not at all. */
export function titleRank(title: string, typed: string): number {
  const [own, text] = [plain(title), plain(typed)];
  if (own === text) return 0;
  if (own.startsWith(text)) return 1;
  if (beginWords(wordsOf(typed), wordsOf(title))) return 2;
  return own.includes(text) ? 3 : 4;
}

/**
 * The screens where each typed word begins a word: of the title, those that fit best first, or only of what else
 * they are called.
 */
export function matchScreens<Screen extends Findable>(
  screens: readonly Screen[],
  typed: string,
): { byTitle: Screen[]; byWords: Screen[] } {
  const words = wordsOf(typed);
  const inTitle = ({ title }: Screen) => beginWords(words, wordsOf(title));
  const byTitle = screens.filter(inTitle);
  return {
    byTitle: byTitle.toSorted((one, other) => titleRank(one.title, typed) - titleRank(other.title, typed)),
    byWords: screens.filter(
      (screen) =>
        !inTitle(screen) && beginWords(words, wordsOf(`${screen.type} ${screen.title} ${screen.words}`)),
    ),
  };
}

/** The screen with exactly this title, which Enter opens directly. */
export const exactMatch = <Screen extends Destination>(
  screens: readonly Screen[],
  typed: string,
): Screen | undefined => screens.find(({ title }) => plain(title) === plain(typed));
