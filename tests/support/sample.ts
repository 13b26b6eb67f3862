import { Random } from "./random";

/** Complete sweeps instead of samples: `npm run test:deep`. */
export const isDeep = process.env.TEST_DEPTH === "deep";

/** The seed of all samples of this run. `npm test` chooses and prints one; `npm test -- --seed 7` repeats it. */
export const SEED = Number(process.env.TEST_SEED ?? 1);

/** Appended to a sweep's failure, so that its sample can be repeated. */
export const SEED_NOTE = `seed ${SEED}`;

/**
 * Random numbers for one use, equal in each run with this seed, whatever other tests use.
 * @param use the sweep and its subject, as text
 */
export const randomFor = (use: string): Random => {
  let state = SEED;
  for (const letter of use) state = (Math.imul(state, 31) + letter.charCodeAt(0)) | 0;
  return new Random(state);
};

/** The number of random cases for a rule: all in a deep run, otherwise a tenth. */
export const casesOf = (deep: number): number => (isDeep ? deep : deep / 10);

/** At most `count` of `all` in random order; in a deep run all of them, in order. */
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
 * Pairs with each row and each column at least once: as many as the longer side has. The pairing is random,
 * so other runs try other pairs; a deep run tries all.
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

/**
 * `count` values for one of the subjects of a sweep, in random order. The next subject gets those that follow, so that many
 * subjects get all of them; in a deep run each gets all, in order.
 * @param to the subject's index
 */
export function dealt<Value>(
  values: readonly Value[],
  { count, to, use }: { count: number; to: number; use: string },
): Value[] {
  const mixed = drawn(values, values.length, use);
  if (isDeep) return mixed;
  const from = to * count;
  return Array.from(
    { length: Math.min(count, values.length) },
    (_, nth) => mixed[(from + nth) % mixed.length] as Value,
  );
}
