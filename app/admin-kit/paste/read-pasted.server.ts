import type { StaffViewer } from "~/auth/viewer.server";
import { AppError } from "~/web/app-error.server";
import { findDecimalSign } from "../figures/read-number";
import { type ColumnChoices, columnKey, matchColumns, type PasteTarget } from "./columns";
import type { PasteForm } from "./paste-form.server";
import type { Pasted, PasteSource } from "./paste-source.server";
import { loadColumnChoices, saveColumnChoices } from "./remembered-columns.server";
import { type PastedTable, readTable } from "./table.server";

/** Reads a pasted table. Columns are matched by the form's choices, then by the person's stored choices, then by name.
 * @throws AppError 422 if a required column is missing
 */
export async function readPasted(
  source: Pick<PasteSource, "key" | "targets" | "figures" | "required" | "assumed">,
  staff: StaffViewer,
  form: PasteForm,
): Promise<Pasted> {
  const table = readTable(form.text);
  const { targets } = source;
  const whose = { staffId: staff.id, resource: source.key };
  const stored = await loadColumnChoices(whose);
  const isChosen = form.header === table.header && form.columns.length === table.names.length;
  const choices = isChosen ? chosenColumns(table.names, targets, form.columns, stored) : stored;
  const matched = matchColumns(table.names, targets, choices);
  requireColumns(source, matched);
  if (choices !== stored) await saveColumnChoices(whose, choices);
  const sign = form.sign ?? findDecimalSign(figuresIn(source.figures, table, matched));
  // Accepts only offered choices.
  const known = source.assumed?.options.some(({ value }) => value === form.assumed);
  return { table, matched, sign, assumed: known ? form.assumed : undefined };
}

/** The stored choices, updated with new ones that differ from the match by name. */
function chosenColumns(
  names: readonly string[],
  targets: readonly PasteTarget[],
  chosen: readonly string[],
  stored: ColumnChoices,
): ColumnChoices {
  const byName = matchColumns(names, targets);
  const choices = new Map(Object.entries(stored));
  for (const [nth, name] of names.entries()) {
    const key = columnKey(name);
    choices.delete(key);
    if (key !== "" && chosen[nth] !== (byName[nth] ?? "")) choices.set(key, chosen[nth] ?? "");
  }
  return Object.fromEntries(choices);
}

function requireColumns(
  { required, targets }: Pick<PasteSource, "required" | "targets">,
  matched: readonly (string | undefined)[],
): void {
  const missing = required.find(({ oneOf }) => !oneOf.some((name) => matched.includes(name)));
  if (!missing) return;
  const labelOf = (name: string) => targets.find((target) => target.name === name)?.label ?? name;
  const labels = missing.oneOf.map(labelOf).join(" or ");
  const known = matched.some((name) => name !== undefined);
  const message = known
    ? `There is no column for ${missing.purpose}: name one ${labels}`
    : `The first line must contain the column names, including ${labels}`;
  throw new AppError(422, "Nothing was compared", { fieldErrors: { text: message } });
}

function* figuresIn(
  figures: ReadonlySet<string>,
  { rows }: PastedTable,
  matched: readonly (string | undefined)[],
): Generator<string> {
  for (const { cells } of rows)
    for (const [nth, name] of matched.entries()) if (name && figures.has(name)) yield cells[nth] ?? "";
}
