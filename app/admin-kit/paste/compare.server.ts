import type { EntityManager } from "@mikro-orm/postgresql";
import type { StaffViewer } from "~/auth/viewer.server";
import { AppError } from "~/web/app-error.server";
import { toFormValue } from "~/web/submission.server";
import { checkConstraints } from "../constraints.server";
import { changedValues, completeSubmission } from "../derived-values.server";
import type { Field } from "../fields.server";
import { isPlaceholder, numberProblemText, withPoint } from "../figures/read-number";
import { lowerCase } from "../lower-case.server";
import { isBlank, type ParsedSubmission, parseSubmission } from "../parse-submission.server";
import type { ManagedRecord, Pasteable } from "../resource.server";
import { currentManager } from "../transaction.server";
import { findShareRatios, findWarnings, type IsToday, type Sentences, todayAtSite } from "../warnings.server";
import { type FoundRecords, findRecords, type RowKey, rowKey } from "./find-records.server";
import { type ComparedCell, type ComparedRow, isRight, type Pasted } from "./paste-source.server";
import type { TableRow } from "./table.server";
import { ID, isFigure } from "./targets.server";

/**
 * A row compared with its record.
 * @property before the current record
 * @property submission the values to write
 */
export type RecordRow<Row> = ComparedRow & { before?: Row; submission: ParsedSubmission };

/** A row's texts by field, with figures in the notation of fields. */
type TypedRow = {
  row: TableRow;
  texts: Record<string, string>;
  problems: Record<string, string>;
  key?: RowKey;
};

/** Compares pasted rows with the saved records, cell by cell, by the rules of the form.
 * @param within the transaction that locks the records until they are written
 */
export async function compareRecords<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
  staff: StaffViewer,
  pasted: Pasted,
  within?: EntityManager,
): Promise<RecordRow<Row>[]> {
  const read = pasted.table.rows.map((row) => typedRow(resource, pasted, row));
  const lower = await lowerCase(
    read.flatMap(({ texts }) => namesIn(resource, texts, pasted.assumed)),
    within ?? currentManager(),
  );
  const typed = read.map((one) => ({
    ...one,
    key: rowKey(resource.paste, one.texts, lower, pasted.assumed),
  }));
  const found = await findRecords(
    resource,
    staff,
    typed.flatMap(({ key }) => key ?? []),
    within,
  );
  const meant = typed.map(({ key }) => (key ? found.of(key) : undefined));
  const doubles = findDuplicates(typed, meant);
  const isToday = await todayAtSite(within ?? currentManager());
  const sharesOf = await loadShareRatios(resource, meant, within);
  const compared: RecordRow<Row>[] = [];
  for (const [nth, one] of typed.entries()) {
    const problem = doubles.get(one) ?? missingProblem(one, meant[nth]) ?? meant[nth]?.problem;
    const shares = sharesOf(meant[nth]?.before);
    compared.push(
      await compareRow(resource, staff, one, {
        ...meant[nth],
        problem,
        assumed: pasted.assumed,
        isToday,
        shares,
      }),
    );
  }
  return addWarnings(resource, compared, { isToday, sharesOf }, within);
}

/** The share ratios of all matched records, in one query. */
async function loadShareRatios<Row extends ManagedRecord>(
  { form }: Pasteable<Row>,
  meant: readonly ({ before?: Row } | undefined)[],
  within?: EntityManager,
): Promise<(before?: Row) => number> {
  const records = meant.flatMap((each) => each?.before ?? []);
  const shares = await findShareRatios(form, records, within ?? currentManager());
  const byId = new Map(records.map(({ id }, nth) => [id, shares[nth] ?? 1]));
  return (before) => (before && byId.get(before.id)) ?? 1;
}

/** Adds the warnings about rows that would be written, found for all of them at once. */
async function addWarnings<Row extends ManagedRecord>(
  { form }: Pasteable<Row>,
  rows: readonly RecordRow<Row>[],
  { isToday, sharesOf }: { isToday: IsToday; sharesOf: (before?: Row) => number },
  within?: EntityManager,
): Promise<RecordRow<Row>[]> {
  const intended = rows.filter(isRight).map(({ before, submission: { values } }) => ({
    before,
    isToday,
    shares: sharesOf(before),
    values: { ...before, ...values },
  }));
  const found = await findWarnings(form, intended, within);
  let nth = 0;
  return rows.map((row) => (isRight(row) ? { ...row, warnings: found[nth++] ?? {} } : row));
}

function typedRow<Row extends ManagedRecord>(
  { form }: Pasteable<Row>,
  { table, matched, sign }: Pasted,
  row: TableRow,
): Omit<TypedRow, "key"> {
  const texts: Record<string, string> = {};
  const problems: Record<string, string> = {};
  for (const [nth, name] of matched.entries()) {
    if (name === undefined) continue;
    const cell = row.cells[nth] ?? "";
    const field = form.fields.find((each) => each.name === name);
    const { text = cell, problem } = field && isFigure(field) ? readFigure(cell, sign) : {};
    texts[name] = text;
    if (problem) problems[name] = numberProblemText(problem);
  }
  const extra = row.cells.slice(table.names.length).some((cell) => cell !== "");
  if (extra) problems[""] = "This row has more cells than the header row";
  return { row, texts, problems };
}

/** The texts that a row may be found by. */
const namesIn = <Row extends ManagedRecord>(
  { paste: { key, within } }: Pasteable<Row>,
  texts: Readonly<Record<string, string>>,
  assumed = "",
): string[] => [...[ID, ...key].map((name) => texts[name] ?? ""), (within && texts[within]) || assumed];

/** A figure in the notation of fields; a placeholder counts as empty. */
const readFigure = (cell: string, sign: Pasted["sign"]) =>
  isPlaceholder(cell) ? { text: "", problem: undefined } : withPoint(cell, { sign });

function missingProblem<Row>(
  { key, texts }: TypedRow,
  meant: ReturnType<FoundRecords<Row>["of"]> | undefined,
) {
  if (!key) return "This row does not identify a record";
  return texts[ID] && !meant?.before && !meant?.problem ? "No record has this ID" : undefined;
}

/** Rows for the same record: it is unknown which one is right. */
function findDuplicates<Row extends ManagedRecord>(
  typed: readonly TypedRow[],
  meant: readonly (ReturnType<FoundRecords<Row>["of"]> | undefined)[],
): Map<TypedRow, string> {
  const byRecord = new Map<string, TypedRow[]>();
  for (const [nth, one] of typed.entries()) {
    const of = meant[nth]?.before?.id ?? one.key?.text;
    if (of !== undefined) byRecord.set(of, [...(byRecord.get(of) ?? []), one]);
  }
  const doubles = new Map<TypedRow, string>();
  for (const rows of byRecord.values())
    for (const one of rows) {
      const other = rows.find((each) => each !== one);
      if (other) doubles.set(one, `Line ${other.row.line} refers to the same record`);
    }
  return doubles;
}

type RowContext<Row> = { before?: Row; problem?: string; assumed?: string; isToday: IsToday; shares: number };

async function compareRow<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
  staff: StaffViewer,
  { row, texts, problems, key }: TypedRow,
  { before, problem, assumed, isToday, shares }: RowContext<Row>,
): Promise<RecordRow<Row>> {
  const { form, paste } = resource;
  const { line, raw } = row;
  // An empty cell keeps the saved value.
  const filled = Object.fromEntries(Object.entries(texts).filter(([, text]) => !isBlank(text)));
  const values: Record<string, unknown> = { ...filled };
  // The key that found the record is not a change, even in another case.
  if (before && key && key.field !== ID) delete values[key.field];
  delete values[ID];
  if (before)
    for (const field of form.fields)
      if (filled[field.name] === saved(before, field)) delete values[field.name];
  if (!before && paste.assumed && assumed && !values[paste.assumed]) values[paste.assumed] = assumed;
  const answered = new Set(form.fields.flatMap(({ name, property }) => (name in filled ? [property] : [])));
  const checked = await checkRow(resource, staff, values, { before, answered, isToday, shares });
  const errors: Record<string, string> = {
    ...checked.errors,
    ...problems,
    ...(problem ? { "": problem } : {}),
  };
  const cells = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const field = form.fields.find((each) => each.name === name);
      return [
        name,
        comparedCell({ field, text, why: errors[name], before, written: checked.submission.values }),
      ];
    }),
  );
  const why = Object.entries(errors).flatMap(([name, message]) => (name in texts ? [] : [message]));
  const isRefused = Object.keys(errors).length > 0;
  const isChanged = Object.keys(checked.submission.values).length > 0;
  const outcome = isRefused ? "refused" : !before ? "added" : isChanged ? "changed" : "same";
  const mark = before && `${before.id} ${before.version}`;
  const notes = isRefused ? {} : checked.notes;
  return { line, raw, outcome, cells, why, notes, mark, before, submission: checked.submission };
}

/** A record's value as cell text. */
const saved = (before: object, { property }: Field): string =>
  toFormValue((before as Record<string, unknown>)[property]).trim();

type Read = { submission: ParsedSubmission; errors: Record<string, string> };
type CheckedRow = Read & { notes: Sentences };

/** What a row is checked with. @property answered the properties with non-empty cells, also unchanged ones */
type Context<Row> = { before?: Row; answered: Set<string>; isToday: IsToday; shares: number };

/** The values a row would write, by the form's rules; for an existing record only the changed ones. */
async function checkRow<Row extends ManagedRecord>(
  { form }: Pasteable<Row>,
  staff: StaffViewer,
  values: Record<string, unknown>,
  { before, answered, isToday, shares }: Context<Row>,
): Promise<CheckedRow> {
  const { submission, errors } = await parse(form, values, before);
  if (Object.keys(errors).length > 0) {
    if (before) submission.values = changedValues(before, submission.values);
    return { submission, errors, notes: {} };
  }
  const completion = completeSubmission(form, {
    values: submission.values,
    answered,
    before,
    isToday,
    shares,
  });
  Object.assign(submission.values, completion.values);
  if (before) submission.values = changedValues(before, submission.values);
  Object.assign(submission.values, form.computeValues?.(submission.values, before, staff));
  const { notes } = completion;
  try {
    checkConstraints(form, { ...before, ...submission.values }, before);
    return { submission, errors, notes };
  } catch (error) {
    return { submission, errors: fieldErrors(error), notes };
  }
}

/** Also parses the other cells of an invalid row, because they are shown. */
async function parse(
  form: { fields: readonly Field[] },
  values: Record<string, unknown>,
  before: object | undefined,
): Promise<Read> {
  // As JSON: omitted fields keep their values, including checkboxes.
  const sent = { format: "json", values, files: {} } as const;
  try {
    return { submission: await parseSubmission(form, sent, before ? "update" : "create"), errors: {} };
  } catch (error) {
    const errors = fieldErrors(error);
    const right = Object.fromEntries(Object.entries(values).filter(([name]) => !(name in errors)));
    return { submission: await parseSubmission(form, { ...sent, values: right }, "update"), errors };
  }
}

function fieldErrors(error: unknown): Record<string, string> {
  if (error instanceof AppError && error.details.fieldErrors) return error.details.fieldErrors;
  throw error;
}

type CellParts = {
  field?: Field;
  text: string;
  why?: string;
  before?: object;
  written: Readonly<Record<string, unknown>>;
};

function comparedCell({ field, text, why, before, written }: CellParts): ComparedCell {
  if (why) return { text, outcome: "refused", why };
  if (!field) return { text, outcome: "same" };
  if (!before) return { text: toFormValue(written[field.property] ?? text), outcome: "added" };
  const was = saved(before, field);
  if (!(field.property in written)) return { text: was, outcome: "same" };
  return { text: toFormValue(written[field.property]), outcome: "changed", was };
}
