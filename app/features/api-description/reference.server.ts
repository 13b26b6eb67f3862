import { z } from "zod";
import type { Audience, Operation } from "~/admin-kit/operations.server";
import { sampleOf } from "~/admin-kit/record-schema.server";
import { config } from "~/platform/config.server";
import { curlOf } from "./curl";
import { PAGING, templateOf } from "./document.server";
import { REFUSALS, refusalsOf } from "./error-responses.server";
import { GROUPS, type Group } from "./groups.server";
import { type JsonSchema, type Named, schemaOf } from "./schemas.server";
import { listed, nameOf, typeWords } from "./type-label";

/** One line of a table of fields or parameters. */
export type Line = { name: string; type: string; required: boolean; words: string };

export type ShownOperation = {
  anchor: string;
  method: string;
  path: string;
  summary: string;
  about?: string;
  who: string;
  parameters: Line[];
  /** Takes limit, page and since. */
  paged: boolean;
  /** `takes` says as what it is sent. */
  body?: { takes: string; lines: Line[] };
  /** A change takes what adding takes, so that is told once. */
  sameAs?: { anchor: string; summary: string };
  answers: { status: number; says: string }[];
  refusals: number[];
  request: string;
  reply: string;
  /** The reply is that to somebody who may not read all of it. */
  locked: boolean;
  /** The first of its group shows its answer at once. */
  first: boolean;
};

export type ShownGroup = {
  anchor: string;
  title: string;
  about: string;
  /** The record that most of its operations speak of. */
  record?: { name: string; lines: Line[] };
  operations: ShownOperation[];
};

/** The description as plain data for its page. */
export function reference() {
  const named: Named = {};
  return {
    publicUrl: config().publicUrl,
    groups: GROUPS.map((group) => shownGroup(group, named)),
    paging: queryLines(PAGING, named),
    refusals: REFUSALS.map(({ status, says }) => ({ status, says })),
  };
}

const anchorOf = (title: string) => title.toLowerCase().replaceAll(" ", "-");

function shownGroup({ title, about, operations }: Group, named: Named): ShownGroup {
  return {
    anchor: anchorOf(title),
    title,
    about,
    record: recordOf(operations, named),
    operations: operations.map((operation, nth) => ({
      ...shown(operation, nth === 0, named),
      ...bodyOf(operation, operations, named),
    })),
  };
}

/** What the first operation with a form of its own answers with; of several forms the one in full. */
function recordOf(operations: readonly Operation[], named: Named): ShownGroup["record"] {
  for (const { answers } of operations) {
    const found = recordIn(schemaOf(answers[0].form, named), named);
    if (found) return found;
  }
  return undefined;
}

function recordIn(schema: JsonSchema, named: Named): ShownGroup["record"] {
  if (schema.items) return recordIn(schema.items, named);
  if (schema.$ref) {
    const name = nameOf(schema.$ref);
    return name === "Message" ? undefined : { name, lines: linesOfRecord(named[name] ?? {}, named) };
  }
  const parts = Object.values(schema.properties ?? {});
  for (const part of parts) {
    const found = part.$ref || part.items?.$ref ? recordIn(part, named) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** Of a record that may be locked: all of it, and what is null when it is. */
function linesOfRecord({ oneOf = [], ...form }: JsonSchema, named: Named): Line[] {
  const [open, shut] = oneOf.map(({ $ref = "" }) => named[nameOf($ref)] ?? {});
  if (!open) return linesOf(form);
  return linesOf(open).map((line) => {
    if (line.name === "locked") return { ...line, type: "true or false" };
    const hidden = shut?.properties?.[line.name]?.type === "null";
    return hidden ? { ...line, type: `${line.type}; null when locked` } : line;
  });
}

function shown(operation: Operation, first: boolean, named: Named): ShownOperation {
  const { name, method, path, summary, about, who, parts = {}, query = {}, paged, answers } = operation;
  // What `{id}` is, the page says once.
  const { id: _, ...others } = parts;
  const parameters = [
    ...Object.entries(others).map(([part, form]) => parameterLine(part, form, true, named)),
    ...queryLines(query, named),
  ];
  return {
    anchor: name,
    method,
    path: templateOf(path),
    summary,
    about,
    who: whoWords(who),
    first,
    parameters,
    paged: paged === true,
    answers: answers.map(({ status, says }) => ({ status, says })),
    refusals: refusalsOf(operation)
      .map(({ status }) => status)
      .filter((status) => status < 500 || status === 502),
    request: curlOf(callOf(operation)),
    ...replyTo(operation),
  };
}

function replyTo({ who, answers: [{ form, sample }] }: Operation) {
  const [whole, locked] = [sample ?? sampleOf(form), sample ?? sampleOf(form, 1)].map((sample) =>
    JSON.stringify(sample, null, 2),
  );
  const isLocked = who === "reader" && whole !== locked;
  return { reply: (isLocked ? locked : whole) ?? "", locked: isLocked };
}

const queryLines = (query: Record<string, z.ZodType>, named: Named): Line[] =>
  Object.entries(query).map(([key, form]) =>
    parameterLine(key, form, !form.safeParse(undefined).success, named),
  );

function parameterLine(name: string, form: z.ZodType, required: boolean, named: Named): Line {
  const schema = schemaOf(form, named);
  return { name, type: typeWords(schema), required, words: schema.description ?? "" };
}

function linesOf({ properties = {}, required = [] }: JsonSchema): Line[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeWords(schema),
    required: required.includes(name),
    words: schema.description ?? "",
  }));
}

function bodyOf(
  { method, body }: Operation,
  group: readonly Operation[],
  named: Named,
): Pick<ShownOperation, "body" | "sameAs"> {
  if (!body) return {};
  const { json, multipart } = body;
  const schema = schemaOf(multipart ?? json ?? z.never(), named);
  const adding = group.find((other) => other.method === "POST" && other.body);
  if (method === "PUT" && adding && schema.required === undefined) {
    return { sameAs: { anchor: adding.name, summary: adding.summary } };
  }
  const takes = json && multipart ? "JSON or multipart" : multipart ? "multipart" : "JSON";
  return { body: { takes, lines: linesOf(schema) } };
}

function whoWords(who: Audience): string {
  if (who === "anybody" || who === "reader") return "everybody";
  return who === "member" ? "members" : `the staff: ${listed(who.staff, "and")}`;
}

function callOf({ method, path, who, parts = {}, query = {}, paged, body }: Operation) {
  const filled = path.replace(/:(\w+)/g, (_, part: string) =>
    encodeURIComponent(String(parts[part] ? sampleOf(parts[part]) : part)),
  );
  const asked = Object.entries(query).flatMap(([key, form]) => {
    const sample = sampleOf(form);
    return sample === null ? [] : [`${key}=${encodeURIComponent(String(sample))}`];
  });
  const search = [...asked, ...(paged ? ["limit=20"] : [])].join("&");
  return {
    method,
    url: `${config().publicUrl}${filled}${search && `?${search}`}`,
    token: who === "anybody" || who === "reader" ? undefined : tokenOf(who),
    json: body?.json ? body.sample : undefined,
    form: body && !body.json ? formOf(body.sample) : undefined,
  };
}

const tokenOf = (who: Audience) => (who === "member" ? "TOKEN" : "STAFF_TOKEN");

const formOf = (sample: Record<string, unknown>) => ({
  ...Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, String(value)])),
  image: "@picture.jpg",
});
