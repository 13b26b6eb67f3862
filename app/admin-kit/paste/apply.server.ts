import { createHash } from "node:crypto";
import { em } from "db/orm.server";
import type { StaffViewer } from "~/features/auth/viewer.server";
import { invalidatePageCache } from "~/platform/page-cache/page-cache.server";
import { formatCount } from "~/ui/format";
import { AppError } from "~/web/app-error.server";
import { explainCheck } from "../constraints.server";
import { tableOf } from "../find.server";
import type { ManagedRecord, Pasteable } from "../resource.server";
import { saveAll } from "../save.server";
import { type ComparedRow, comparePaste, type Pasted } from "./compare.server";

/** Short enough for thousands of rows in a form, and nobody gains by a second record with the same. */
const MARK_LENGTH = 8;

const hash = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, MARK_LENGTH);

/** What a comparison was made of: the text as it was read, and the version of each row's record. */
export type Comparison = { pasted: string; records: readonly string[] };

/** What a comparison showed, to be held against what is there when it is applied. */
export const comparisonOf = <Row extends ManagedRecord>(
  { table, ...read }: Pasted,
  rows: readonly ComparedRow<Row>[],
): Comparison => ({
  pasted: hash(JSON.stringify([table.header, table.rows.map(({ raw }) => raw), read])),
  records: rows.map(({ before }) => (before ? hash(`${before.id} ${before.version}`) : "-")),
});

export const writeComparison = ({ pasted, records }: Comparison): string => [pasted, ...records].join(" ");

export function readComparison(text: string): Comparison {
  const [pasted = "", ...records] = text.split(" ");
  return { pasted, records };
}

export type PasteOutcome<Row> = { added: number; changed: number; refused: readonly ComparedRow<Row>[] };

/**
 * Writes the rows of a paste that are right, all of them or none, if they still mean what was shown.
 * The records are held while they are compared once more, so nobody saves in between.
 * @throws AppError 409 where the text or a record is another one than was compared
 */
export async function applyPaste<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
  staff: StaffViewer,
  pasted: Pasted,
  shown: Comparison,
): Promise<PasteOutcome<Row>> {
  try {
    const rows = await em().transactional(async (manager) => {
      const compared = await comparePaste(resource, staff, pasted, manager);
      checkShown(shown, comparisonOf(pasted, compared));
      const right = compared.filter(({ outcome }) => outcome === "added" || outcome === "changed");
      await saveAll(resource, manager, { ...staff, origin: "import" }, right);
      return compared;
    });
    invalidatePageCache([tableOf(resource)]);
    const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
    const refused = rows.filter(({ outcome }) => outcome === "refused");
    return { added: count("added"), changed: count("changed"), refused };
  } catch (error) {
    throw explainCheck(resource.form, em().getMetadata(resource.entity), error, {});
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
export const toldOf = (
  plural: string,
  { added, changed }: Pick<PasteOutcome<never>, "added" | "changed">,
): string => `${formatCount(added)} ${plural} added, ${formatCount(changed)} changed`;
