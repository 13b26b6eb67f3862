import { z } from "zod";
import type { $ZodType } from "zod/v4/core";
import type { Operation } from "~/admin-kit/api-operations.server";
import type { DescribedOperation, FieldNames } from "~/web/described-operation";
import { DEPRECATIONS } from "./changelog";
import { PAGING } from "./document.server";
import { GROUPS } from "./groups.server";
import { repeatsOf } from "./repeats.server";
import { type JsonSchema, type SchemaDefinitions, toJsonSchema } from "./schemas.server";
import { refName } from "./type-label";

let known: Map<string, DescribedOperation> | undefined;

/**
 * Facts about an operation, with the names that it takes from its schemas. A HEAD has those of its GET.
 * @param pattern the address in app/routes.ts: `/api/news/:id`
 * @returns undefined for an address or method that is not described
 */
export function describedOperation(method: string, pattern: string): DescribedOperation | undefined {
  known ??= new Map(
    GROUPS.flatMap(({ operations }) => operations).map((operation) => [
      keyOf(operation.method, operation.path),
      namesOf(operation),
    ]),
  );
  return known.get(keyOf(method === "HEAD" ? "GET" : method, pattern));
}

const keyOf = (method: string, pattern: string) => `${method} ${pattern.replaceAll("?", "").toLowerCase()}`;

function namesOf(operation: Operation): DescribedOperation {
  const { query = {}, paged, selectable, body } = operation;
  const params = [
    ...Object.keys(query),
    ...(paged ? Object.keys(PAGING) : []),
    ...(selectable ? ["fields"] : []),
  ];
  const form = body && (body.multipart ?? body.json);
  const fields = form && fieldNames(form, toleratedNames(operation));
  const { operationId: name, conditional = false } = operation;
  const deprecations = DEPRECATIONS[name];
  return { name, params, fields, conditional, repeats: repeatsOf(operation), deprecations };
}

function fieldNames(form: $ZodType, tolerated: ReadonlySet<string>): FieldNames {
  const named: SchemaDefinitions = {};
  return { ...levelOf(toJsonSchema(form, named), named), tolerated };
}

/** The names of one level of a schema, and those of the objects in it. */
function levelOf(schema: JsonSchema, named: SchemaDefinitions): FieldNames {
  const inner = (part: JsonSchema): FieldNames | undefined => {
    const found = [part, ...(part.anyOf ?? [])].map((each) => resolve(each, named)).find(hasProperties);
    return found && levelOf(found, named);
  };
  const { properties = {} } = resolve(schema, named);
  const read = new Map(Object.entries(properties).map(([name, part]) => [name, inner(part)]));
  return { read, tolerated: new Set() };
}

const hasProperties = ({ properties }: JsonSchema) => properties !== undefined;

const resolve = (schema: JsonSchema, named: SchemaDefinitions): JsonSchema =>
  schema.$ref === undefined ? schema : (named[refName(schema.$ref)] ?? {});

/**
 * A write of a record accepts all names of that record: what a GET returned, or what the write itself
 * returns, can be sent back. Sign-ins and purchases have nothing to send back.
 */
function toleratedNames({ method, body, responses }: Operation): ReadonlySet<string> {
  const names = new Set(body?.ignored ?? []);
  const [{ status, schema }] = responses;
  if (method !== "PUT" && status !== 201) return names;
  for (const [name, part] of recordParts(schema)) {
    names.add(name);
    // The record in an envelope: `{ message, user }`.
    if (part instanceof z.ZodObject && "_id" in part.shape)
      for (const [inner] of recordParts(part)) names.add(inner);
  }
  return names;
}

/** The properties of a record; of one with a paywall, those of its open version, which staff get. */
function recordParts(schema: unknown): [string, unknown][] {
  if (schema instanceof z.ZodUnion) return recordParts(schema.options[0]);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).map(([name, part]) => [
      name,
      part instanceof z.ZodOptional ? part.unwrap() : part,
    ]);
  return [];
}
