/** A place in the back-office. @property type Screen, New, or the label of its list */
export type Destination = { title: string; type: string; link: string };

const lower = (text: string) => text.toLowerCase();

/**
 * Screens where each typed word starts a word of the title; titles that start with the whole text come first.
 */
export function matchScreens(screens: readonly Destination[], typed: string): Destination[] {
  const words = lower(typed).split(/\s+/).filter(Boolean);
  const matching = screens.filter(({ title, type }) => {
    const own = lower(`${type} ${title}`).split(/[\s-]+/);
    return words.every((word) => own.some((one) => one.startsWith(word)));
  });
  const beginning = ({ title }: Destination) => lower(title).startsWith(lower(typed));
  return [...matching.filter(beginning), ...matching.filter((screen) => !beginning(screen))];
}

/** The screen with exactly this title, which Enter opens directly. */
export const exactMatch = (screens: readonly Destination[], typed: string): Destination | undefined =>
  screens.find(({ title }) => lower(title) === lower(typed.trim()));
