/** A stretch of a page: the same for everybody, or filled for each reader. */
export type Stretch<Personal> = Buffer | { personal: Personal };

/** Makes one reader's compressed page. */
export type Join<Texts> = (texts: Texts) => Buffer;

/**
 * Compresses what is the same for everybody of a page once, so that what is one reader's can be joined with it.
 * @param fill one reader's bytes of what is personal
 * @param trial a reader, and the page that comes out for that one
 * @returns undefined where the trial came out otherwise
 */
export type Joinable = <Personal, Texts>(
  stretches: readonly Stretch<Personal>[],
  fill: (personal: Personal, texts: Texts) => Buffer,
  trial: { sample: Texts; expected: Buffer },
) => Promise<Join<Texts> | undefined>;
