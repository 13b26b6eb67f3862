import { Random } from "./random";

/** The whole of every sweep instead of a sample: `npm run test:deep`. */
export const isDeep = process.env.TEST_DEPTH === "deep";

/** What all samples of this run are drawn by. `npm test` chooses and prints one; `npm test -- --seed 7` runs with it again. */
export const SEED = Number(process.env.TEST_SEED ?? 1);

/** Added to what a sweep finds, so that the same sample can be drawn again. */
export const SEED_NOTE = `seed ${SEED}`;

/**
 * Numbers for one use, the same in each run with this seed, whatever other tests draw.
 * @param use the sweep, and what it sweeps, in words
 */
export const randomFor = (use: string): Random => {
  let state = SEED;
  for (const letter of use) state = (Math.imul(state, 31) + letter.charCodeAt(0)) | 0;
  return new Random(state);
};

/** How many random cases a rule is tried with: so many in a deep run, and a tenth of them otherwise. */
export const casesOf = (deep: number): number => (isDeep ? deep : deep / 10);

/** At most `count` of `all` in a random order; in a deep run all of them, in their own. */
export function drawn<Value>(all: readonly Value[], count: number, use: string): Value[] {
  if (isDeep) return [...all];
  const random = randomFor(use);
  const left = [...all];
  for (let at = left.length - 1; at > 0; at -= 1) {
    const other = random.whole(0, at);
    [left[at], left[other]] = [left[other] as Value, left[at] as Value];
  }
  return left.slice(0, count);
}

/**
 * Pairs in which each row and each column occurs at least once: as many as the longer side has. Which row meets which column is
 * drawn, so other runs try other pairs; a deep run tries all pairs.
 */
export function coveringPairs<Row, Column>(
  rows: readonly Row[],
  columns: readonly Column[],
  use: string,
): [Row, Column][] {
  if (rows.length === 0 || columns.length === 0) return [];
  if (isDeep) return rows.flatMap((row) => columns.map((column): [Row, Column] => [row, column]));
  const [mixedRows, mixedColumns] = [
    drawn(rows, rows.length, `${use}, rows`),
    drawn(columns, columns.length, `${use}, columns`),
  ];
  return Array.from({ length: Math.max(rows.length, columns.length) }, (_, nth): [Row, Column] => [
    mixedRows[nth % rows.length] as Row,
    mixedColumns[nth % columns.length] as Column,
  ]);
}
