import { z } from "zod";
import type { StaffRole } from "~/features/auth/viewer.server";
import { exampleOf, messageSchema, recordId } from "./record-schema.server";
import { createBody, type RequestBody, updateBody } from "./request-schemas.server";
import type { ManagedRecord, Resource } from "./resource.server";

/**
 * Whom an address lets in. `anybody`: it never asks who it is. `reader`: everybody; who they are decides what they
 * get. Staff are named by their roles.
 */
export type Audience = "anybody" | "reader" | "member" | { staff: readonly StaffRole[] };

export type ResponseSpec = {
  status: 200 | 201 | 202;
  description: string;
  schema: z.ZodType;
  /** Where those of the form's parts will not do. */
  example?: unknown;
};

/** One method of one address, told once: the API's description and its page are made of these. */
export type Operation = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** As app/routes.ts has it: `/api/news/:id`. */
  path: string;
  /** For generated programs; no two are alike. */
  operationId: string;
  summary: string;
  description?: string;
  audience: Audience;
  /** Parts of the path, each with its form. */
  pathParams?: Record<string, z.ZodType>;
  query?: Record<string, z.ZodType>;
  /** Takes limit, page and since too, and says how many there are. */
  paged?: true;
  /** Comes with an ETag. */
  cached?: true;
  body?: RequestBody & { example: Record<string, unknown> };
  responses: readonly [ResponseSpec, ...ResponseSpec[]];
  /** What it refuses with beyond what follows from all the above. */
  errorStatuses?: readonly (400 | 401 | 402 | 403 | 404 | 409 | 429 | 502)[];
};

type OperationOverrides = Partial<Pick<Operation, "operationId" | "summary" | "description" | "audience">>;

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const camel = (text: string) => text.split(" ").map(upper).join("");
const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
const plural = (noun: string) => `${noun}s`;
const byId = { id: recordId };

/** `GET` of the public list. */
export const listOperation = <Row extends ManagedRecord>(
  { names: { one }, schema: record }: Resource<Row>,
  path: string,
  overrides: OperationOverrides = {},
): Operation => ({
  method: "GET",
  path,
  audience: "reader",
  paged: true,
  cached: true,
  operationId: `list${camel(plural(one))}`,
  summary: `List ${plural(one)}`,
  responses: [{ status: 200, description: `The ${plural(one)}.`, schema: z.array(record) }],
  ...overrides,
});

/** `GET` of everything there is, for the staff who may open the screen. */
export const staffListOperation = <Row extends ManagedRecord>(
  resource: Resource<Row>,
  path: string,
  overrides: OperationOverrides = {},
): Operation => ({
  ...listOperation(resource, path),
  audience: { staff: resource.roles.read },
  operationId: `listAll${camel(plural(resource.names.one))}`,
  summary: `List all ${plural(resource.names.one)} for the staff`,
  ...overrides,
});

/** `GET` of one. */
export const getOperation = <Row extends ManagedRecord>(
  { names: { one }, schema: record }: Resource<Row>,
  path: string,
  overrides: OperationOverrides = {},
): Operation => ({
  method: "GET",
  path,
  pathParams: byId,
  audience: "reader",
  cached: true,
  operationId: `get${camel(one)}`,
  summary: `Read ${withArticle(one)}`,
  responses: [{ status: 200, description: `The ${one}.`, schema: record }],
  ...overrides,
});

/** `POST` of a new one. */
export const createOperation = <Row extends ManagedRecord>(
  resource: Resource<Row>,
  path: string,
  overrides: OperationOverrides = {},
): Operation => {
  const { names, schema: record, roles } = resource;
  return {
    method: "POST",
    path,
    audience: { staff: roles.write },
    operationId: `add${camel(names.one)}`,
    summary: upper(`add ${withArticle(names.one)}`),
    body: { ...createBody(resource), example: exampleBody(resource) },
    responses: [{ status: 201, description: `The ${names.one} as it was saved.`, schema: record }],
    ...overrides,
  };
};

/** `PUT` of what changes; keys that are left out keep their values. */
export const updateOperation = <Row extends ManagedRecord>(
  resource: Resource<Row>,
  path: string,
  overrides: OperationOverrides = {},
): Operation => {
  const { names, schema: record, roles } = resource;
  return {
    method: "PUT",
    path,
    pathParams: byId,
    audience: { staff: roles.write },
    operationId: `change${camel(names.one)}`,
    summary: `Change ${withArticle(names.one)}`,
    description: "What is left out keeps its value; null empties what may be empty.",
    body: { ...updateBody(resource), example: exampleBody(resource, 2) },
    responses: [{ status: 200, description: `The ${names.one} as it is now.`, schema: record }],
    errorStatuses: [409],
    ...overrides,
  };
};

export const deleteOperation = <Row extends ManagedRecord>(
  { names: { one }, roles, texts }: Resource<Row>,
  path: string,
  overrides: OperationOverrides = {},
): Operation => ({
  method: "DELETE",
  path,
  pathParams: byId,
  audience: { staff: roles.remove },
  operationId: `delete${camel(one)}`,
  summary: `Delete ${withArticle(one)}`,
  responses: [
    {
      status: 200,
      description: "It is gone.",
      schema: messageSchema,
      example: { message: texts.done.remove },
    },
  ],
  ...overrides,
});

/** The usual six of a managed record. */
export const recordOperations = <Row extends ManagedRecord>(
  resource: Resource<Row>,
  path: string,
): Operation[] => [
  listOperation(resource, path),
  getOperation(resource, `${path}/:id`),
  staffListOperation(resource, `${path}/admin`),
  createOperation(resource, path),
  updateOperation(resource, `${path}/:id`),
  deleteOperation(resource, `${path}/:id`),
];

/** The fields of a body with the values that the record's own samples have. */
function exampleBody<Row extends ManagedRecord>(
  { fields, schema: record }: Resource<Row>,
  limit = fields.length,
): Record<string, unknown> {
  const example = exampleOf(record) as Record<string, unknown>;
  const names = new Set(
    fields.filter(({ input }) => input !== "image").map(({ name }) => name.split(".")[0]),
  );
  return Object.fromEntries(
    Object.entries(example)
      .filter(([name]) => names.has(name))
      .slice(0, limit),
  );
}
