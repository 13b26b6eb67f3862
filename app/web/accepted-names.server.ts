import { invalidFields } from "./app-error.server";
import type { FieldNames } from "./described-operation";
import { nearestName } from "./nearest-name";
import type { RequestArgs } from "./request-args.server";
import { readSubmission, type Submission } from "./submission.server";

/** More are not listed: a body may have thousands. */
const MOST_LISTED = 20;

/** Characters of a name in a message. */
const LONGEST_NAME = 60;

/** Refuses query parameters that the operation does not have. @throws AppError 422 */
export function assertKnownParams({ request, context }: RequestArgs): void {
  const accepted = context.describedOperation?.();
  const at = request.url.indexOf("?");
  if (!accepted || at < 0) return;
  const sent = new URLSearchParams(request.url.slice(at + 1)).keys();
  const unknown = [...new Set(sent)].filter((name) => !accepted.params.includes(name));
  refuse("parameter", unknown, (name) => nearestName(name, accepted.params));
}

/**
 * Reads the body of an operation of the API.
 * @param fileFields as for `readSubmission`
 * @throws AppError 422 for fields that the operation does not have; what `readSubmission` throws
 */
export async function readApiBody(
  { request, context }: RequestArgs,
  fileFields: readonly string[] = [],
): Promise<Submission> {
  const sent = await readSubmission(request, fileFields);
  const fields = context.describedOperation?.()?.fields;
  if (!fields) return sent;
  const submission = sent.format === "form" ? withDottedNames(sent) : sent;
  const unknown = [...unknownFields(submission, fields), ...otherFiles(submission, fields)];
  refuse("field", unknown, (name) => nearestField(name, fields));
  return submission;
}

/** Forms may write `buyZone[min]` for `buyZone.min`, and `benefits[]` for a list. */
function withDottedNames(sent: Submission): Submission {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent.values)) {
    const dotted = name.replace(/\[([^[\]]*)\]/g, (_, part: string) => (part === "" ? "" : `.${part}`));
    const before = Object.hasOwn(values, dotted) ? [values[dotted]].flat() : [];
    const all = before.length > 0 ? [...before, ...[value].flat()] : value;
    Object.defineProperty(values, dotted, {
      ...{ value: all, enumerable: true, writable: true, configurable: true },
    });
  }
  return { ...sent, values };
}

function* unknownFields({ format, values }: Submission, fields: FieldNames): Generator<string> {
  if (format === "json") yield* unknownIn(values, fields, "");
  else for (const name of Object.keys(values)) if (!isKnownPath(name.split("."), fields)) yield name;
}

const otherFiles = ({ otherFiles: names = [] }: Submission, fields: FieldNames): string[] =>
  names.filter((name) => !isKnownPath(name.split("."), fields));

function* unknownIn(holder: object, { read, tolerated }: FieldNames, prefix: string): Generator<string> {
  for (const [name, value] of Object.entries(holder)) {
    if (!read.has(name) && !tolerated.has(name)) yield prefix + name;
    const inner = read.get(name);
    if (inner && typeof value === "object" && value !== null && !Array.isArray(value))
      yield* unknownIn(value, inner, `${prefix}${name}.`);
  }
}

function isKnownPath([name = "", ...rest]: string[], { read, tolerated }: FieldNames): boolean {
  if (!read.has(name)) return tolerated.has(name);
  const inner = read.get(name);
  return rest.length === 0 || (inner !== undefined && isKnownPath(rest, inner));
}

/** The nearest field, with the names of the objects around it. */
function nearestField(sent: string, fields: FieldNames): string | undefined {
  const [first = "", ...rest] = sent.split(".");
  const inner = fields.read.get(first);
  if (!inner || rest.length === 0) return nearestName(sent, pathsIn(fields));
  const found = nearestField(rest.join("."), inner);
  return found === undefined ? undefined : `${first}.${found}`;
}

const pathsIn = ({ read }: FieldNames): string[] =>
  [...read].flatMap(([name, inner]) =>
    inner ? [name, ...pathsIn(inner).map((path) => `${name}.${path}`)] : [name],
  );

/** That a name is unknown, with the one that was probably meant. @returns the shown name, and the sentence */
export function unknownName(kind: string, name: string, meant: string | undefined) {
  const shortName = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  const hint = meant === undefined ? "" : ` Did you mean '${meant}'?`;
  return [shortName, `There is no ${kind} '${shortName}'.${hint}`] as const;
}

/** Names that a list lacks, each with its sentence; of thousands, the first ones. */
export const unknownNames = (sent: readonly string[], known: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    sent
      .filter((name) => !known.includes(name))
      .slice(0, MOST_LISTED)
      .map((name) => unknownName("field", name, nearestName(name, known))),
  );

function refuse(
  kind: "field" | "parameter",
  unknown: readonly string[],
  nearest: (name: string) => string | undefined,
): void {
  if (unknown.length === 0) return;
  const errors = unknown.slice(0, MOST_LISTED).map((name) => unknownName(kind, name, nearest(name)));
  throw invalidFields(Object.fromEntries(errors));
}
