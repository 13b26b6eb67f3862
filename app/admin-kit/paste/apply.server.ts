import { createHash } from "node:crypto";
import { em } from "db/orm.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { invalidatePageCache } from "~/platform/page-cache/page-cache.server";
import { formatCount } from "~/ui/format";
import { AppError } from "~/web/app-error.server";
import { type ComparedRow, isRight, isWaiting, type Pasted, type PasteSource } from "./paste-source.server";
import type { Ticks } from "./ticks";

/** Short enough for thousands of rows in a form, and nobody gains by a second record with the same. */
const MARK_LENGTH = 8;

const hash = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, MARK_LENGTH);

/** What a comparison was made of: the text as it was read, and the version of each row's record. */
export type Comparison = { pasted: string; records: readonly string[] };

/** What a comparison showed, to be held against what is there when it is applied. */
export const fingerprint = ({ table, ...read }: Pasted, rows: readonly ComparedRow[]): Comparison => ({
  pasted: hash(JSON.stringify([table.header, table.rows.map(({ raw }) => raw), read])),
  records: rows.map(({ mark }) => (mark === undefined ? "-" : hash(mark))),
});

export const writeComparison = ({ pasted, records }: Comparison): string => [pasted, ...records].join(" ");

export function readComparison(text: string): Comparison {
  const [pasted = "", ...records] = text.split(" ");
  return { pasted, records };
}

/** @property waiting rows that would be written, were they ticked */
export type PasteOutcome = {
  added: number;
  changed: number;
  refused: readonly ComparedRow[];
  waiting: readonly ComparedRow[];
};

/** What of a comparison is to be written. */
type Chosen = { shown: Comparison; ticks: Ticks };

/**
 * Writes the rows of a paste that are right, all of them or none, if they still mean what was shown. Rows that ask something are
 * written once they are ticked.
 * The records are held while they are compared once more, so nobody saves in between.
 * @throws AppError 409 where the text or a record is another one than was compared, 422 where all rows wait for a tick
 */
export async function applyPaste<Row extends ComparedRow>(
  source: PasteSource<Row>,
  staff: StaffViewer,
  pasted: Pasted,
  { shown, ticks }: Chosen,
): Promise<PasteOutcome> {
  try {
    const rows = await em().transactional(async (manager) => {
      const compared = await source.compare(staff, pasted, manager);
      checkShown(shown, fingerprint(pasted, compared));
      const right = compared.filter((row) => isRight(row) && !isWaiting(row, ticks));
      if (right.length === 0 && compared.some(isRight))
        throw new AppError(422, "Nothing was saved: tick the rows that are to be saved as they are");
      await source.write(manager, { ...staff, origin: "import" }, right, pasted);
      return { compared, right };
    });
    invalidatePageCache([...source.tables]);
    const count = (outcome: string) => rows.right.filter((row) => row.outcome === outcome).length;
    return {
      added: count("added"),
      changed: count("changed"),
      refused: rows.compared.filter(({ outcome }) => outcome === "refused"),
      waiting: rows.compared.filter((row) => isWaiting(row, ticks)),
    };
  } catch (error) {
    throw source.explain?.(error) ?? error;
  }
}

function checkShown(shown: Comparison, now: Comparison): void {
  if (shown.pasted !== now.pasted)
    throw new AppError(
      409,
      "Nothing was saved: the rows are others than those that were compared. Look at them again.",
    );
  const others = now.records.filter((record, nth) => record !== shown.records[nth]).length;
  if (others === 0) return;
  const records = others === 1 ? "1 of these records was" : `${formatCount(others)} of these records were`;
  throw new AppError(
    409,
    `Nothing was saved: ${records} changed by somebody else meanwhile. This is how they compare now.`,
  );
}

/** '3 quotes added, 47 changed' */
export const outcomeText = (
  plural: string,
  { added, changed }: Pick<PasteOutcome, "added" | "changed">,
): string => `${formatCount(added)} ${plural} added, ${formatCount(changed)} changed`;
