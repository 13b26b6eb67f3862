import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { EntityManager } from "@mikro-orm/postgresql";
import { em } from "db/orm.server";
import type { Writer } from "~/auth/viewer.server";
import { unknownNames } from "~/web/accepted-names.server";
import { AppError } from "~/web/app-error.server";
import { checkConstraints, explainViolation } from "../constraints.server";
import { changedValues, completeSubmission } from "../derived-values.server";
import { tableOf } from "../find.server";
import { isBlank, type ParsedSubmission, parseSubmission, versionOf } from "../parse-submission.server";
import { publicationProblems } from "../publication-guard.server";
import type { ManagedRecord, Pasteable } from "../resource.server";
import { saveAll } from "../save.server";
import { keepSavedDigits, keptFigures, replacedFigures } from "../submit.server";
import {
  findShareRatios,
  findWarnings,
  type IsToday,
  joinSentences,
  type Sentences,
  todayAtSite,
} from "../warnings.server";
import { type BulkRow, type BulkTarget, isWritten } from "./bulk.server";
import { type Found, findNamed } from "./name-records.server";
import type { SentRow } from "./read-rows.server";

/** A row with the values to write. @property before the saved record @property isGuarded whether it passed `requirePublication` */
type RecordRow<Row> = BulkRow & { before?: Row; submission: ParsedSubmission; isGuarded?: boolean };

/** Properties of a record's JSON that are not written: a program may send back what it read. */
const READ_ONLY = ["_id", "id", "createdAt", "updatedAt", "version", "locked", "warnings"];

/** Rows checked before other requests have their turn. */
const CHECKED_AT_ONCE = 200;

/** Lets rows be pushed into the records of a declaration. */
export function recordTarget<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
): BulkTarget<RecordRow<Row>> {
  const { noun, roles, form } = resource;
  return {
    noun,
    roles,
    failed: form.update.failed,
    check: (staff, rows, manager) => checkRows(resource, staff, rows, manager),
    refuseForbidden: (staff, rows, manager) => refuseForbidden(resource, staff, rows, manager),
    // In the order of ids, so that two writers do not deadlock.
    write: (manager, staff, rows) =>
      saveAll(
        resource,
        manager,
        staff,
        rows.toSorted((a, b) => ((a.id ?? "") < (b.id ?? "") ? -1 : 1)),
      ),
    explain: (error) => explainViolation(form, em().getMetadata(resource.entity), error, {}),
    tables: [tableOf(resource)],
  };
}

async function refuseForbidden<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
  staff: Writer,
  rows: readonly RecordRow<Row>[],
  manager: EntityManager,
): Promise<void> {
  const writes = rows.map(({ before, submission: { values } }) => ({
    before,
    after: { ...before, ...values },
  }));
  const problems = await publicationProblems(resource, staff, writes, manager);
  for (const [nth, row] of rows.entries()) {
    const problem = problems[nth];
    const refused = { status: "refused", id: row.before?.id ?? null, errors: { "": problem } };
    Object.assign(row, problem ? refused : { isGuarded: true });
  }
}

async function checkRows<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
  staff: Writer,
  rows: readonly SentRow[],
  manager: EntityManager,
): Promise<RecordRow<Row>[]> {
  const found = await findNamed(resource, staff, rows, manager);
  const saved = found.flatMap((one) => one?.before ?? []);
  const isToday = await todayAtSite(manager);
  const ratios = await findShareRatios(resource.form, saved, manager);
  const shares = new Map(saved.map(({ id }, nth) => [id, ratios[nth] ?? 1]));
  const sharesOf = (before?: Row) => (before && shares.get(before.id)) ?? 1;
  const checked: RecordRow<Row>[] = [];
  for (const [nth, row] of rows.entries()) {
    const one = found[nth];
    checked.push(await checkRow(resource, staff, row, one, { isToday, shares: sharesOf(one?.before) }));
    if (nth % CHECKED_AT_ONCE === CHECKED_AT_ONCE - 1) await setImmediate();
  }
  const written = checked.filter(isWritten);
  const warnings = await findWarnings(
    resource.form,
    written.map(({ before, submission: { values } }) => ({
      ...{ before, isToday, shares: sharesOf(before) },
      values: { ...before, ...values },
    })),
    manager,
  );
  for (const [nth, row] of written.entries())
    row.warnings = joinSentences([row.warnings, warnings[nth] ?? {}]);
  return checked;
}

type Facts = { isToday: IsToday; shares: number };

/** Checks a row by the rules of a single write; for an existing record it writes only changed values. */
async function checkRow<Row extends ManagedRecord>(
  resource: Pasteable<Row>,
  staff: Writer,
  { index, values: sent, longNumbers }: SentRow,
  { before, key, problem }: Found<Row> = {},
  facts: Facts,
): Promise<RecordRow<Row>> {
  const id = before?.id ?? null;
  const refuse = (errors: Sentences, submission = NOTHING): RecordRow<Row> => ({
    ...{ index, status: "refused", id, errors, warnings: {}, before, submission },
  });
  if (!sent) return refuse({ "": "This row is not an object" });
  const { form } = resource;
  const errors = { ...unknownFields(resource, sent), ...outdated(sent, before) };
  if (problem) return refuse({ ...errors, "": problem });
  if (!before && !namesRecord(resource, sent))
    return refuse({ ...errors, "": `This row names no record: send ${resource.paste.key[0]} or externalId` });
  const values: Record<string, unknown> = { ...sent };
  // The key that found the record is not a change, even in another case.
  if (before && key) delete values[key];
  const submission = { format: "json", values, files: {}, longNumbers } as const;
  try {
    const parsed = await parseSubmission(form, submission, before ? "update" : "create");
    if (Object.keys(errors).length > 0) return refuse(errors);
    if (before) keepSavedDigits(form.fields, submission, parsed, before);
    const derived = completeSubmission(form, { ...parsed, before, ...facts });
    const written = { ...parsed.values, ...derived.values };
    const changed = before ? changedValues(before, written) : { id: randomUUID(), ...written };
    if (before && Object.keys(changed).length === 0)
      return { ...{ index, status: "unchanged", id, errors, warnings: {}, before, submission: parsed } };
    Object.assign(changed, form.computeValues?.(changed, before, staff));
    checkConstraints(form, { ...before, ...changed }, before);
    return {
      ...{ index, errors, before, submission: { ...parsed, values: changed } },
      ...(before ? { status: "updated", id } : { status: "created", id: String(changed.id) }),
      warnings: joinSentences([
        keptFigures(parsed.leftAlone, derived.notes, before),
        replacedFigures(form.fields, derived.notes, before),
      ]),
    };
  } catch (error) {
    if (!(error instanceof AppError) || !error.details.fieldErrors) throw error;
    return refuse({ ...error.details.fieldErrors, ...errors });
  }
}

const NOTHING: ParsedSubmission = { values: {}, answered: new Set(), leftAlone: [] };

const namesRecord = <Row extends ManagedRecord>(
  { paste: { key } }: Pasteable<Row>,
  sent: Readonly<Record<string, unknown>>,
): boolean => [...key, "externalId"].some((name) => Object.hasOwn(sent, name) && !isBlank(sent[name] ?? ""));

function unknownFields<Row extends ManagedRecord>(
  { form: { fields } }: Pasteable<Row>,
  sent: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return unknownNames(Object.keys(sent), [...fields.map(({ name }) => name), ...READ_ONLY]);
}

function outdated<Row extends ManagedRecord>(
  values: Readonly<Record<string, unknown>>,
  before: Row | undefined,
): Record<string, string> {
  const version = versionOf({ values });
  return before && version !== undefined && version !== before.version
    ? { version: "Somebody else changed this record" }
    : {};
}
