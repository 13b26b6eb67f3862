/** Figures of an author are of the newest so many calls: one of a lifetime has more, and no page waits for them. */
export const FIGURES_OF = 1_000;
