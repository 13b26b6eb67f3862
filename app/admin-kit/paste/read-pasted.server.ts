import type { StaffViewer } from "~/features/auth/viewer.server";
import { AppError } from "~/web/app-error.server";
import type { ManagedRecord, Pasteable } from "../resource.server";
import { type ColumnChoices, columnKey, matchColumns, type PasteTarget } from "./columns";
import type { Pasted } from "./compare.server";
import { decimalSignOf } from "./figures";
import type { PasteForm } from "./paste-form.server";
import { rememberColumns, rememberedColumns } from "./remembered-columns.server";
import { type PastedTable, readTable } from "./table.server";
import { assumedField, ID, isFigure, pasteTargets } from "./targets.server";

/**
 * What was pasted, and how it is read: what the form says of its columns, else what this person said of them before, else what they
 * are called.
 * @throws AppError 422 where no record can be told from it
 */
export async function readPasted<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
  staff: StaffViewer,
  form: PasteForm,
): Promise<Pasted> {
  const table = readTable(form.text);
  const targets = pasteTargets(resource);
  const whose = { staffId: staff.id, resource: resource.path };
  const remembered = await rememberedColumns(whose);
  const isChosen = form.header === table.header && form.columns.length === table.names.length;
  const choices = isChosen ? chosenColumns(table.names, targets, form.columns, remembered) : remembered;
  const matched = matchColumns(table.names, targets, choices);
  requireKey(resource, matched, targets);
  if (choices !== remembered) await rememberColumns(whose, choices);
  const sign = form.sign ?? decimalSignOf(figuresIn(resource, table, matched)) ?? "point";
  return { table, matched, sign, assumed: assumedValue(resource, form.assumed) };
}

/** What was said before, with what is said now where the names alone would not do. */
function chosenColumns(
  names: readonly string[],
  targets: readonly PasteTarget[],
  chosen: readonly string[],
  remembered: ColumnChoices,
): ColumnChoices {
  const byName = matchColumns(names, targets);
  const said = new Map(Object.entries(remembered));
  for (const [nth, name] of names.entries()) {
    const key = columnKey(name);
    said.delete(key);
    if (key !== "" && chosen[nth] !== (byName[nth] ?? "")) said.set(key, chosen[nth] ?? "");
  }
  return Object.fromEntries(said);
}

function requireKey<Row extends ManagedRecord>(
  { paste }: Pasteable<Row>,
  matched: readonly (string | undefined)[],
  targets: readonly PasteTarget[],
): void {
  const labelOf = (name: string) => targets.find((target) => target.name === name)?.label ?? name;
  if ([ID, ...paste.key].some((name) => matched.includes(name))) return;
  const keys = [...paste.key.map(labelOf), labelOf(ID)].join(" or ");
  const known = matched.some((name) => name !== undefined);
  const message = known
    ? `No column says which record a row means: name one ${keys}`
    : `The first line must name the columns, one of them ${keys}`;
  throw new AppError(422, "Nothing was compared", { fieldErrors: { text: message } });
}

function* figuresIn<Row extends ManagedRecord>(
  { form }: Pasteable<Row>,
  { rows }: PastedTable,
  matched: readonly (string | undefined)[],
): Generator<string> {
  const figures = new Set(form.fields.filter(isFigure).map(({ name }) => name));
  for (const { cells } of rows)
    for (const [nth, name] of matched.entries()) if (name && figures.has(name)) yield cells[nth] ?? "";
}

/** Only a choice that the field knows. */
function assumedValue<Row extends ManagedRecord>(resource: Pasteable<Row>, sent: string | undefined) {
  const known = assumedField(resource)?.options?.some(({ value }) => value === sent);
  return known ? sent : undefined;
}
