import { z } from "zod";
import type { $ZodType } from "zod/v4/core";
import { scopeOf } from "~/auth/keys/key-scopes.server";
import { freshnessFor, type Noun } from "~/auth/permissions.server";
import type { StaffRole } from "~/auth/viewer.server";
import { capitalise } from "~/ui/format";
import type { Repeats } from "~/web/described-operation";
import type { LimitName } from "~/web/rate-limits.server";
import { BULK_STATUSES, MAX_BULK_ROWS } from "./bulk/bulk-limits";
import type { Field } from "./fields.server";
import { filterParams } from "./list-filters.server";
import { buildExample, described, messageSchema, recordId, withWarnings } from "./record-schema.server";
import { createBody, type RequestBody, updateBody } from "./request-schemas.server";
import type { ListFilter } from "./resource.server";
import type { SaveChoice } from "./save-choice.server";

/** Who may use an address. `anybody`: it never checks who sends the request. `reader`: everybody, but the answer depends on who they are. `signed in`: members and staff. Staff by role.
 */
export type Audience = "anybody" | "reader" | "member" | "signed in" | { staff: readonly StaffRole[] };

export type ResponseSpec = {
  status: 200 | 201 | 202 | 207;
  description: string;
  schema: z.ZodType;
  /** If the examples of the schema's parts do not fit. */
  example?: unknown;
  /** JSON by default. */
  contentType?: "application/json" | "text/event-stream";
};

/** One method of one address. The API's description and its page are generated from these. */
export type Operation = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** As app/routes.ts has it: `/api/news/:id`. */
  path: string;
  /** Unique; generated clients use it. */
  operationId: string;
  summary: string;
  description?: string;
  audience: Audience;
  /** What a key needs, `news:write`, where staff need a role. Without it, keys cannot do this. */
  scope?: string;
  /** Path parameters with their schemas. */
  pathParams?: Record<string, $ZodType>;
  query?: Record<string, $ZodType>;
  /** Also takes limit, page, after and since, and returns the total. */
  paged?: true;
  /** Takes `fields`, which chooses the fields of its records. */
  selectable?: true;
  /** Sends an ETag. */
  cached?: true;
  /** What an `Idempotency-Key` does at this POST; "kept" by default. */
  repeats?: Exclude<Repeats, "kept">;
  /** Takes `If-Match` and `If-Unmodified-Since`. */
  conditional?: true;
  body?: RequestBody & {
    example: Record<string, unknown>;
    /** Names that clients may send without effect, in addition to those of the answer's record. */
    ignored?: readonly string[];
  };
  responses: readonly [ResponseSpec, ...ResponseSpec[]];
  /** The limits that its attempts count against; the response is 429 when one is used up. */
  limits?: readonly LimitName[];
  /** Errors in addition to those that follow from the properties above. */
  errorStatuses?: readonly (400 | 401 | 402 | 403 | 404 | 409 | 410 | 429 | 502)[];
};

type OperationOverrides = Partial<
  Pick<Operation, "operationId" | "summary" | "description" | "audience" | "scope">
>;

const camel = (text: string) => text.split(" ").map(capitalise).join("");
const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
const plural = (noun: string) => `${noun}s`;
const byId = { id: recordId };

/** The part of a declaration that is used here. */
type Described = {
  singular: string;
  noun: Noun;
  roles: Roles;
  api: { schema: z.ZodType; filters?: readonly ListFilter[] };
};
type Roles = Record<"read" | "write" | "remove", readonly StaffRole[]>;
type Written = Described & {
  form: { fields: readonly Field[]; warnings?: readonly unknown[]; completeValues?: unknown };
  saveChoice?: Pick<SaveChoice, "name" | "body">;
};
type Deletable = Described & { removal: { done: string } };

const rowCount = (description: string, example: number) => described(z.int().min(0), description, example);

const bulkResult = z
  .strictObject({
    created: rowCount("How many records were added.", 1),
    updated: rowCount("How many were changed.", 0),
    unchanged: rowCount("How many already had these values.", 0),
    refused: rowCount("How many rows are not valid.", 0),
    rows: z.array(
      z.strictObject({
        index: rowCount("The row’s place in the request, from 0.", 0),
        status: described(z.enum(BULK_STATUSES), "What became of the row.", "created"),
        id: described(
          z.guid().nullable(),
          "The record’s ID; null if a refused row names none.",
          buildExample(recordId) as string,
        ),
        errors: described(
          z.record(z.string(), z.string()),
          "The errors by field, and by an empty name for the whole row.",
        ).optional(),
        warnings: described(
          z.record(z.string(), z.string()),
          "Warnings by field, as for a single record.",
        ).optional(),
      }),
    ),
  })
  .meta({
    id: "BulkResult",
    description: "The result of a bulk request, with an entry for each row in its order.",
  });

/** `GET` of the public list. */
export const listOperation = (
  { singular, api: { schema, filters = [] } }: Described,
  path: string,
  overrides: OperationOverrides = {},
): Operation => ({
  method: "GET",
  path,
  audience: "reader",
  paged: true,
  query: filterParams(filters),
  errorStatuses: filters.some(({ locked }) => locked) ? [403] : [],
  selectable: true,
  cached: true,
  operationId: `list${camel(plural(singular))}`,
  summary: `List ${plural(singular)}`,
  responses: [{ status: 200, description: `The ${plural(singular)}.`, schema: z.array(schema) }],
  ...overrides,
});

/** `GET` of all records, for staff who may open the screen. Where that needs the password, no key may. */
export const staffListOperation = (
  record: Described,
  path: string,
  overrides: OperationOverrides = {},
): Operation => ({
  ...listOperation(record, path),
  audience: { staff: record.roles.read },
  scope: freshnessFor(`${record.noun}.export`) ? undefined : scopeOf(`${record.noun}.read`),
  operationId: `listAll${camel(plural(record.singular))}`,
  summary: `List all ${plural(record.singular)} for staff`,
  ...overrides,
});

/** `GET` of one, for staff who may open the screen. */
export const staffGetOperation = (
  record: Described,
  path: string,
  overrides: OperationOverrides = {},
): Operation =>
  getOperation(record, path, {
    audience: { staff: record.roles.read },
    scope: scopeOf(`${record.noun}.read`),
    ...overrides,
  });

/** `GET` of one. */
export const getOperation = (
  { singular, api: { schema } }: Described,
  path: string,
  overrides: OperationOverrides = {},
): Operation => ({
  method: "GET",
  path,
  pathParams: byId,
  audience: "reader",
  selectable: true,
  cached: true,
  operationId: `get${camel(singular)}`,
  summary: `Read ${withArticle(singular)}`,
  responses: [{ status: 200, description: `The ${singular}.`, schema }],
  ...overrides,
});

/** Shared by create and update; each adds its method and body. */
const writeOperation = (
  { singular, noun, roles, form, api: { schema } }: Written,
  { verb, status, description }: { verb: "add" | "change"; status: 200 | 201; description: string },
) =>
  ({
    audience: { staff: roles.write },
    scope: scopeOf(`${noun}.write`),
    operationId: verb + camel(singular),
    summary: capitalise(`${verb} ${withArticle(singular)}`),
    responses: [
      {
        status,
        description: `The ${singular} ${description}.`,
        ...(form.warnings || form.completeValues
          ? { schema: withWarnings(schema), example: buildExample(schema) }
          : { schema }),
      },
    ],
  }) satisfies Partial<Operation>;

/** `POST` of a new one. */
export const createOperation = (record: Written, path: string): Operation => ({
  ...writeOperation(record, { verb: "add", status: 201, description: "as it was saved" }),
  method: "POST",
  path,
  body: { ...createBody(record), example: exampleBody(record) },
});

/** `PUT` of what changes; omitted keys keep their values. */
export const updateOperation = (record: Written, path: string): Operation => ({
  ...writeOperation(record, { verb: "change", status: 200, description: "as it is now" }),
  method: "PUT",
  path,
  pathParams: byId,
  description:
    "Omitted fields keep their values, and so do numbers sent as an empty string. Send null to clear an optional field.",
  conditional: true,
  body: { ...updateBody(record), example: exampleBody(record, 2) },
  errorStatuses: [409],
});

/** `DELETE` of one. */
export const deleteOperation = ({ singular, noun, roles, removal }: Deletable, path: string): Operation => ({
  method: "DELETE",
  path,
  pathParams: byId,
  conditional: true,
  audience: { staff: roles.remove },
  scope: scopeOf(`${noun}.delete`),
  operationId: `delete${camel(singular)}`,
  summary: `Delete ${withArticle(singular)}`,
  responses: [
    {
      status: 200,
      description: "Deleted.",
      schema: messageSchema,
      example: { message: removal.done },
    },
  ],
});

/** `PUT` of many; see bulk/. */
export const bulkOperation = (record: Written, path: string): Operation =>
  bulkRowsOperation(
    {
      plural: plural(record.singular),
      write: record.roles.write,
      noun: record.noun,
      row: updateBody(record).json ?? z.never(),
    },
    { path, example: exampleBody(record) },
  );

type BulkOf = { plural: string; write: readonly StaffRole[]; noun: Noun; row: $ZodType };

/** The same for rows of any kind. */
export const bulkRowsOperation = (
  { plural: many, write, noun, row }: BulkOf,
  { path, example, ...overrides }: { path: string; example: Record<string, unknown> } & OperationOverrides,
): Operation => ({
  method: "PUT",
  path,
  audience: { staff: write },
  scope: scopeOf(`${noun}.write`),
  operationId: `push${camel(many)}`,
  summary: `Create and update many ${many}`,
  description: `Rows are matched by \`externalId\`, else by their own key; omitted fields keep their values. All rows are saved, or none. The body may also be the array alone. Sending the same rows again changes nothing.`,
  query: {
    partial: described(
      z.enum(["0", "1"]).optional(),
      "1 saves the valid rows although others are refused; the status is then 207.",
      "0",
    ),
  },
  body: {
    json: z.object({
      rows: z
        .array(row)
        .max(MAX_BULK_ROWS)
        .meta({ description: `At most ${MAX_BULK_ROWS.toLocaleString("en")} rows.` }),
    }),
    example: { rows: [example] },
  },
  responses: [
    {
      status: 200,
      description: "All rows are saved.",
      schema: bulkResult,
      example: {
        ...{ created: 1, updated: 0, unchanged: 0, refused: 0 },
        rows: [{ index: 0, status: "created", id: buildExample(recordId) }],
      },
    },
    {
      status: 207,
      description: "With `partial=1`: some rows are refused.",
      schema: bulkResult,
      example: {
        ...{ created: 0, updated: 0, unchanged: 0, refused: 1 },
        rows: [{ index: 0, status: "refused", id: null, errors: { last: "Last must be a number" } }],
      },
    },
  ],
  ...overrides,
});

/** The six operations of a managed record. */
export const recordOperations = (record: Written & Deletable, path: string): Operation[] => [
  listOperation(record, path),
  getOperation(record, `${path}/:id`),
  staffListOperation(record, `${path}/admin`),
  createOperation(record, path),
  updateOperation(record, `${path}/:id`),
  deleteOperation(record, `${path}/:id`),
];

/** An example body with the values of the record's schema examples. */
function exampleBody({ form: { fields }, api }: Written, limit = fields.length): Record<string, unknown> {
  const example = buildExample(api.schema) as Record<string, unknown>;
  const names = new Set(
    fields.filter(({ input }) => input !== "picture").map(({ name }) => name.split(".")[0]),
  );
  return Object.fromEntries(
    Object.entries(example)
      .filter(([name]) => names.has(name))
      .slice(0, limit),
  );
}
