/** The kinds of bulk rows, in order of creation: a kind comes after the kinds that it needs. */
export const BULK_KINDS = [
  ...(["members", "registrations", "links", "sessions", "payments", "gifts", "trials", "referrals"] as const),
  ...(["news", "briefs", "picks", "alerts", "videos", "quotes", "movers", "calls"] as const),
  ...(["instruments", "prices", "locks"] as const),
  ...(["coupons", "ads", "ad-counts", "banners", "library", "mails", "changes", "bin", "limits"] as const),
] as const;

export type BulkKind = (typeof BULK_KINDS)[number];

/** Number of rows by kind. */
export type BulkCounts = Partial<Record<BulkKind, number>>;

const MAX_ROWS = 10_000_000;

/** Stands for every kind that is not named separately. */
const EVERYTHING = "everything";

const FLAGS = [EVERYTHING, ...BULK_KINDS] as const;

const USAGE = `Say how many, for example --members 100000 --news 5000. Kinds: ${BULK_KINDS.join(", ")}, or ${EVERYTHING}`;

/**
 * Reads `--members 100000 --news=5000` or `--everything 1000 --news 0`. Underscores and commas may group
 * digits. `problem` is one sentence for the person at the keyboard.
 */
export function parseCounts(args: readonly string[]): { counts: BulkCounts } | { problem: string } {
  const counts: Partial<Record<(typeof FLAGS)[number], number>> = {};
  const words = args.flatMap((arg) => (arg.startsWith("--") ? splitOnce(arg) : [arg]));
  for (let i = 0; i < words.length; i += 2) {
    const flag = words[i] ?? "";
    const kind = FLAGS.find((name) => flag === `--${name}`);
    if (!kind) return { problem: `${JSON.stringify(flag)} is not known. ${USAGE}` };
    if (kind in counts) return { problem: `${flag} is given twice` };
    const number = words[i + 1];
    if (number === undefined) return { problem: `${flag} needs a number after it` };
    const count = /^\d[\d_,]*$/.test(number) ? Number(number.replace(/[_,]/g, "")) : Number.NaN;
    if (Number.isNaN(count)) return { problem: `${flag} ${JSON.stringify(number)} is not a whole number` };
    if (count > MAX_ROWS)
      return { problem: `${flag} ${number} is more than ${MAX_ROWS.toLocaleString("en")} at a time` };
    counts[kind] = count;
  }
  if (Object.keys(counts).length === 0) return { problem: USAGE };
  const { everything, ...named } = counts;
  return { counts: everything === undefined ? named : { ...allKinds(everything), ...named } };
}

const allKinds = (count: number): BulkCounts => Object.fromEntries(BULK_KINDS.map((kind) => [kind, count]));

function splitOnce(arg: string): string[] {
  const equals = arg.indexOf("=");
  return equals < 0 ? [arg] : [arg.slice(0, equals), arg.slice(equals + 1)];
}
