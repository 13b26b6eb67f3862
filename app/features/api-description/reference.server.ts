import { z } from "zod";
import { type $ZodType, safeParse } from "zod/v4/core";
import type { Operation } from "~/admin-kit/api-operations.server";
import { FIELDS_PARAM } from "~/admin-kit/chosen-fields.server";
import { buildExample } from "~/admin-kit/record-schema.server";
import { config } from "~/platform/config.server";
import { DEPRECATIONS, type Deprecations } from "./changelog";
import { curlCommand } from "./curl";
import { PAGING, pathTemplate } from "./document.server";
import { ERROR_RESPONSES, listErrorResponses } from "./error-responses.server";
import { exampleCall } from "./example-call.server";
import { GROUPS, type Group } from "./groups.server";
import { describeWithLimits } from "./limit-texts.server";
import { type JsonSchema, type SchemaDefinitions, toJsonSchema } from "./schemas.server";
import { joinWords, refName, typeLabel } from "./type-label";

/** One line of a table of fields or parameters. */
export type FieldDoc = { name: string; type: string; required: boolean; description: string };

export type OperationDoc = {
  anchor: string;
  method: string;
  path: string;
  summary: string;
  about?: string;
  audience: string;
  parameters: FieldDoc[];
  /** Whether it takes limit, page, after and since. */
  paged: boolean;
  /** `contentType` is the media type of the body. */
  body?: { contentType: string; fields: FieldDoc[] };
  /** A change takes the same fields as adding, so the page lists them once. */
  sameAs?: { anchor: string; summary: string };
  responses: { status: number; says: string }[];
  errorStatuses: number[];
  request: string;
  reply: string;
  /** Whether the response is the one for readers without full access. */
  locked: boolean;
  /** Whether it is the first of its group, which shows its response at once. */
  first: boolean;
};

export type GroupDoc = {
  anchor: string;
  title: string;
  about: string;
  /** The record that most of its operations return. */
  record?: { name: string; fields: FieldDoc[] };
  operations: OperationDoc[];
};

/** The description as plain data for its page. @param deprecations what ends */
export function apiReference(deprecations = DEPRECATIONS) {
  const named: SchemaDefinitions = {};
  return {
    publicUrl: config().publicUrl,
    isDemo: config().demo,
    groups: GROUPS.map((group) => groupDoc(group, named, deprecations)),
    paging: queryFields({ ...PAGING, fields: FIELDS_PARAM }, named),
    refusals: ERROR_RESPONSES.map(({ status, description: says }) => ({ status, says })),
  };
}

const toAnchor = (title: string) => title.toLowerCase().replaceAll(" ", "-");

function groupDoc(
  { title, about, operations }: Group,
  named: SchemaDefinitions,
  deprecations: Deprecations,
): GroupDoc {
  return {
    anchor: toAnchor(title),
    title,
    about,
    record: documentedRecord(operations, named),
    operations: operations.map((operation, nth) => ({
      ...operationDoc(operation, nth === 0, named),
      about: describeWithLimits(operation, deprecations),
      ...requestBody(operation, operations, named),
    })),
  };
}

/** The schema of the first operation that returns a named one; the full one if there are several. */
function documentedRecord(operations: readonly Operation[], named: SchemaDefinitions): GroupDoc["record"] {
  for (const { responses: answers } of operations) {
    const found = recordInSchema(toJsonSchema(answers[0].schema, named), named);
    if (found) return found;
  }
  return undefined;
}

function recordInSchema(schema: JsonSchema, named: SchemaDefinitions): GroupDoc["record"] {
  if (schema.items) return recordInSchema(schema.items, named);
  if (schema.$ref) {
    const name = refName(schema.$ref);
    return name === "Message" ? undefined : { name, fields: recordFields(named[name] ?? {}, named) };
  }
  const parts = Object.values(schema.properties ?? {});
  for (const part of parts) {
    const found = part.$ref || part.items?.$ref ? recordInSchema(part, named) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** The fields of a record with a paywall, and which of them are null behind it. */
function recordFields({ oneOf = [], ...form }: JsonSchema, named: SchemaDefinitions): FieldDoc[] {
  const [full, locked] = oneOf.map(({ $ref = "" }) => named[refName($ref)] ?? {});
  if (!full) return schemaFields(form);
  return schemaFields(full).map((line) => {
    if (line.name === "locked") return { ...line, type: "true or false" };
    const hidden = locked?.properties?.[line.name]?.type === "null";
    return hidden ? { ...line, type: `${line.type}; null when locked` } : line;
  });
}

function operationDoc(
  operation: Operation,
  first: boolean,
  named: SchemaDefinitions,
): Omit<OperationDoc, "about"> {
  const {
    operationId: name,
    method,
    path,
    summary,
    pathParams: parts = {},
    query = {},
    paged,
    responses: answers,
  } = operation;
  // The page explains `{id}` once.
  const { id: _, ...others } = parts;
  const parameters = [
    ...Object.entries(others).map(([part, form]) => parameterField(part, form, true, named)),
    ...queryFields(query, named),
  ];
  return {
    anchor: name,
    method,
    path: pathTemplate(path),
    summary,
    audience: audienceLabel(operation),
    first,
    parameters,
    paged: paged === true,
    responses: answers.map(({ status, description: says }) => ({ status, says })),
    errorStatuses: listErrorResponses(operation)
      .map(({ status }) => status)
      .filter((status) => status < 500 || status === 502),
    request: curlCommand(exampleCall(operation)),
    ...exampleReply(operation),
  };
}

function exampleReply({ audience: who, responses: [{ schema: form, example: sample }] }: Operation) {
  const [full, locked] = [sample ?? buildExample(form), sample ?? buildExample(form, 1)].map((sample) =>
    typeof sample === "string" ? sample : JSON.stringify(sample, null, 2),
  );
  const isLocked = who === "reader" && full !== locked;
  return { reply: (isLocked ? locked : full) ?? "", locked: isLocked };
}

const queryFields = (query: Record<string, $ZodType>, named: SchemaDefinitions): FieldDoc[] =>
  Object.entries(query).map(([key, form]) =>
    parameterField(key, form, !safeParse(form, undefined).success, named),
  );

function parameterField(name: string, form: $ZodType, required: boolean, named: SchemaDefinitions): FieldDoc {
  const schema = toJsonSchema(form, named);
  return { name, type: typeLabel(schema), required, description: schema.description ?? "" };
}

function schemaFields({ properties = {}, required = [] }: JsonSchema): FieldDoc[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeLabel(schema),
    required: required.includes(name),
    description: schema.description ?? "",
  }));
}

function requestBody(
  { method, body }: Operation,
  group: readonly Operation[],
  named: SchemaDefinitions,
): Pick<OperationDoc, "body" | "sameAs"> {
  if (!body) return {};
  const { json, multipart } = body;
  const schema = toJsonSchema(multipart ?? json ?? z.never(), named);
  const createOperation = group.find((other) => other.method === "POST" && other.body);
  if (method === "PUT" && createOperation && schema.required === undefined) {
    return { sameAs: { anchor: createOperation.operationId, summary: createOperation.summary } };
  }
  const contentType = json && multipart ? "JSON or multipart" : multipart ? "multipart" : "JSON";
  return { body: { contentType, fields: schemaFields(schema) } };
}

function audienceLabel({ audience: who, scope }: Operation): string {
  if (who === "anybody" || who === "reader") return "everybody";
  if (who === "member") return "members";
  if (who === "signed in") return "members and the staff";
  return `the staff: ${joinWords(who.staff, "and")}${scope ? `; and keys with \`${scope}\`` : ""}`;
}
