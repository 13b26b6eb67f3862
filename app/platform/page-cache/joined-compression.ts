/** A part of a page: shared by all readers, or personal. */
export type Stretch<Personal> = Buffer | { personal: Personal };

/** Joins one reader's compressed page. */
export type Join<Texts> = (texts: Texts) => Buffer;

/**
 * Compresses the shared parts of a page once, to be joined with each reader's own parts.
 * @param fill one reader's bytes of a personal part
 * @param trial a sample reader, and the page expected for it
 * @returns undefined when the sample page is not as expected
 */
export type Joinable = <Personal, Texts>(
  stretches: readonly Stretch<Personal>[],
  fill: (personal: Personal, texts: Texts) => Buffer,
  trial: { sample: Texts; expected: Buffer },
) => Promise<Join<Texts> | undefined>;
