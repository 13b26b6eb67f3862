/** Somewhere in the back-office. @property type what it is, in a word: Screen, New, or the label of its list */
export type Destination = { title: string; type: string; link: string };

const lower = (text: string) => text.toLowerCase();

/** Screens that have every word of `typed` at the beginning of one of theirs; those that begin with it all come first. */
export function matchScreens(screens: readonly Destination[], typed: string): Destination[] {
  const words = lower(typed).split(/\s+/).filter(Boolean);
  const matching = screens.filter(({ title, type }) => {
    const own = lower(`${type} ${title}`).split(/[\s-]+/);
    return words.every((word) => own.some((one) => one.startsWith(word)));
  });
  const beginning = ({ title }: Destination) => lower(title).startsWith(lower(typed));
  return [...matching.filter(beginning), ...matching.filter((screen) => !beginning(screen))];
}

/** Where Enter leads without a look at the list: the screen that is called so. */
export const exactMatch = (screens: readonly Destination[], typed: string): Destination | undefined =>
  screens.find(({ title }) => lower(title) === lower(typed.trim()));
