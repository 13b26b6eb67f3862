import { createHash } from "node:crypto";
import { em } from "db/orm.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { invalidatePageCache } from "~/platform/page-cache/page-cache.server";
import { formatCount } from "~/ui/format";
import { AppError } from "~/web/app-error.server";
import { type ComparedRow, isRight, isWaiting, type Pasted, type PasteSource } from "./paste-source.server";
import type { Ticks } from "./ticks";

/** Short enough for thousands of rows in a form; a collision gains nobody anything. */
const MARK_LENGTH = 8;

const hash = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, MARK_LENGTH);

/** Hashes of a comparison: the pasted text, and the version of each row's record. */
export type Comparison = { pasted: string; records: readonly string[] };

/** Hashes a comparison, to detect changes before it is applied. */
export const fingerprint = ({ table, ...read }: Pasted, rows: readonly ComparedRow[]): Comparison => ({
  pasted: hash(JSON.stringify([table.header, table.rows.map(({ raw }) => raw), read])),
  records: rows.map(({ mark }) => (mark === undefined ? "-" : hash(mark))),
});

export const writeComparison = ({ pasted, records }: Comparison): string => [pasted, ...records].join(" ");

export function readComparison(text: string): Comparison {
  const [pasted = "", ...records] = text.split(" ");
  return { pasted, records };
}

/** @property waiting valid rows that need a tick */
export type PasteOutcome = {
  added: number;
  changed: number;
  refused: readonly ComparedRow[];
  waiting: readonly ComparedRow[];
};

/** The comparison that was shown, and the ticked rows. */
type Chosen = { shown: Comparison; ticks: Ticks };

/** Writes the valid rows of a paste in one transaction, if nothing changed since the comparison. Rows with warnings need a tick.
 * The records are locked while they are compared again, so nobody saves in between.
 * @throws AppError 409 if the text or a record changed since the comparison, 422 if all rows need a tick
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
        throw new AppError(422, "Nothing was saved: tick the rows that you want to save");
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
    throw new AppError(409, "Nothing was saved: the rows changed after the comparison. Compare them again.");
  const others = now.records.filter((record, nth) => record !== shown.records[nth]).length;
  if (others === 0) return;
  const records = others === 1 ? "1 of these records" : `${formatCount(others)} of these records`;
  throw new AppError(409, `Nothing was saved: somebody else changed ${records}. Check the new comparison.`);
}

/** '3 quotes added, 47 changed' */
export const outcomeText = (
  plural: string,
  { added, changed }: Pick<PasteOutcome, "added" | "changed">,
): string => `${formatCount(added)} ${plural} added, ${formatCount(changed)} changed`;
