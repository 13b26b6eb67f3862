import { createHash } from "node:crypto";
import { em } from "db/orm.server";
import type { StaffViewer } from "~/features/auth/viewer.server";
import { invalidatePageCache } from "~/platform/page-cache/page-cache.server";
import { formatCount } from "~/ui/format";
import { AppError } from "~/web/app-error.server";
import { type ComparedRow, isRight, type Pasted, type PasteSource } from "./paste-source.server";

/** Short enough for thousands of rows in a form, and nobody gains by a second record with the same. */
const MARK_LENGTH = 8;

const hash = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, MARK_LENGTH);

/** What a comparison was made of: the text as it was read, and the version of each row's record. */
export type Comparison = { pasted: string; records: readonly string[] };

/** What a comparison showed, to be held against what is there when it is applied. */
export const comparisonOf = ({ table, ...read }: Pasted, rows: readonly ComparedRow[]): Comparison => ({
  pasted: hash(JSON.stringify([table.header, table.rows.map(({ raw }) => raw), read])),
  records: rows.map(({ mark }) => (mark === undefined ? "-" : hash(mark))),
});

export const writeComparison = ({ pasted, records }: Comparison): string => [pasted, ...records].join(" ");

export function readComparison(text: string): Comparison {
  const [pasted = "", ...records] = text.split(" ");
  return { pasted, records };
}

export type PasteOutcome = { added: number; changed: number; refused: readonly ComparedRow[] };

/**
 * Writes the rows of a paste that are right, all of them or none, if they still mean what was shown.
 * The records are held while they are compared once more, so nobody saves in between.
 * @throws AppError 409 where the text or a record is another one than was compared
 */
export async function applyPaste<Row extends ComparedRow>(
  source: PasteSource<Row>,
  staff: StaffViewer,
  pasted: Pasted,
  shown: Comparison,
): Promise<PasteOutcome> {
  try {
    const rows = await em().transactional(async (manager) => {
      const compared = await source.compare(staff, pasted, manager);
      checkShown(shown, comparisonOf(pasted, compared));
      await source.write(manager, { ...staff, origin: "import" }, compared.filter(isRight), pasted);
      return compared;
    });
    invalidatePageCache([...source.tables]);
    const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
    const refused = rows.filter(({ outcome }) => outcome === "refused");
    return { added: count("added"), changed: count("changed"), refused };
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
export const toldOf = (plural: string, { added, changed }: Pick<PasteOutcome, "added" | "changed">): string =>
  `${formatCount(added)} ${plural} added, ${formatCount(changed)} changed`;
