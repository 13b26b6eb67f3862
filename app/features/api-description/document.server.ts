import { z } from "zod";
import { type $ZodType, safeParse } from "zod/v4/core";
import type { Operation, ResponseSpec } from "~/admin-kit/api-operations.server";
import { FIELDS_PARAM } from "~/admin-kit/chosen-fields.server";
import { LONGEST_CURSOR } from "~/admin-kit/cursor.server";
import { MAX_ROWS } from "~/admin-kit/paging.server";
import { buildExample, described } from "~/admin-kit/record-schema.server";
import { SCOPES } from "~/auth/keys/key-scopes.server";
import { rolesWith } from "~/auth/permissions.server";
import { SESSION_COOKIES } from "~/auth/sessions.server";
import { config } from "~/platform/config.server";
import { API_CHANGES, DEPRECATIONS, type Deprecations } from "./changelog";
import { ERROR_RESPONSES, listErrorResponses, problemSchema } from "./error-responses.server";
import { GROUPS, type Group } from "./groups.server";
import { describeWithLimits, listPolicies } from "./limit-texts.server";
import { repeatsOf } from "./repeats.server";
import { type JsonSchema, type SchemaDefinitions, toJsonSchema } from "./schemas.server";

const JSON_TYPE = "application/json";
const PROBLEM_JSON_TYPE = "application/problem+json";

/** Parameters of every list. */
export const PAGING = {
  limit: described(
    z.int().min(1).max(MAX_ROWS).optional(),
    `The maximum number of records; ${MAX_ROWS.toLocaleString("en")} by default.`,
  ),
  page: described(z.int().min(1).max(1_000_000).optional(), "The page number, starting at 1."),
  after: described(
    z.string().max(LONGEST_CURSOR).optional(),
    "The cursor from a page’s `Link` header: the list continues after that page. Use it instead of `page`.",
  ),
  since: described(
    z.iso.datetime({ offset: true }).optional(),
    "Only records created at or after this time.",
  ),
  from: described(
    z.iso.date().optional(),
    "Only records created on or after this day, in the site’s time zone. For content it is the day of publication.",
  ),
  to: described(z.iso.date().optional(), "Only records created on or before this day."),
  updatedSince: described(
    z.iso.datetime({ offset: true }).optional(),
    "Only records changed at or after this time, in the order of their changes, oldest first. A locked trade alert counts with the time it was made, and such a list keeps its order.",
  ),
};

const requestHeader = (name: string, description: string, example: string) => ({
  name,
  in: "header",
  required: false,
  description,
  schema: { type: "string", examples: [example] },
});

/** Request headers, by the name of their component. */
const REQUEST_HEADERS = {
  ifMatch: requestHeader(
    "If-Match",
    "The `ETag` of the record that you read. If the record is another one now, the response is 412 and nothing changes. `*` means any.",
    '"wQ8bVb1kYc0Jm5pRz3tLx7nA2sE"',
  ),
  idempotencyKey: requestHeader(
    "Idempotency-Key",
    "A new random text for each write, such as a UUID. A repeated request with the same key and body gets the first answer for 24 hours, and nothing is done again.",
    "8e03978e-40d5-43e8-bc93-6894a57f9324",
  ),
  ifUnmodifiedSince: requestHeader(
    "If-Unmodified-Since",
    "The record’s `updatedAt` as an HTTP date, to the second. Ignored next to `If-Match`, which is exact.",
    "Thu, 16 Jul 2026 13:05:12 GMT",
  ),
};

const HEADERS: Record<string, { description: string; schema: JsonSchema }> = {
  "X-Total-Count": {
    description: "The number of records on all pages, counted up to 10,000.",
    schema: { type: "integer", minimum: 0 },
  },
  Link: {
    description:
      'The next page, `</api/news?after=…>; rel="next"`. Following it is equally fast on every page. Absent on the last page.',
    schema: { type: "string" },
  },
  ETag: {
    description: "Send it back as `If-None-Match`: the response is 304 if nothing has changed.",
    schema: { type: "string" },
  },
  "Idempotency-Replayed": {
    description: "`true` if this is the first answer to the same `Idempotency-Key` again. Otherwise absent.",
    schema: { type: "string", const: "true" },
  },
  "RateLimit-Policy": {
    description:
      'The limits that the request counts against, `"purchase";q=30;w=3600`: a quota and a window in seconds.',
    schema: { type: "string" },
  },
  RateLimit: {
    description:
      'What remains of them, `"purchase";r=29;t=3541`: attempts, and seconds until they are reset. A limit per email address is not listed.',
    schema: { type: "string" },
  },
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 } },
  "WWW-Authenticate": {
    description: '`Bearer realm="api"`, and `error="invalid_token"` if the token is not valid.',
    schema: { type: "string" },
  },
};

const SECURITY = {
  memberToken: bearerScheme("From `POST /api/auth/user/login`. Valid for 30 days."),
  memberCookie: cookieScheme(
    "member",
    "The session cookie of a signed-in browser. Ignored if the request has a Bearer token.",
  ),
  staffToken: bearerScheme("From `POST /api/auth/admin/login`. Valid for 12 hours."),
  staffCookie: cookieScheme("staff", "The session cookie of signed-in staff."),
  apiKey: bearerScheme(
    `An API key for a program. A superadmin creates it at /admin/settings/keys. It starts with \`obk_\`, and its scopes determine what it can do; each operation lists the scope it needs. With \`content:read:premium\` or \`content:read:private\`, it can read what members of that tier can read. All scopes: ${SCOPES.join(", ")}.`,
  ),
};

function bearerScheme(description: string) {
  return { type: "http", scheme: "bearer", description };
}

function cookieScheme(kind: keyof typeof SESSION_COOKIES, description: string) {
  return { type: "apiKey", in: "cookie", name: SESSION_COOKIES[kind], description };
}

type SecurityRequirement = Partial<Record<keyof typeof SECURITY, readonly string[]>>;

function securityRequirements({ audience: who, method, scope }: Operation): SecurityRequirement[] {
  if (who === "anybody") return [];
  const member: SecurityRequirement[] = [{ memberToken: [] }, { memberCookie: [] }];
  if (who === "member") return member;
  const everyRole = rolesWith("back-office.read");
  if (who === "signed in") return [...member, { staffToken: everyRole }, { staffCookie: everyRole }];
  if (who === "reader")
    return [
      ...[{}, ...member, { staffToken: [] }, { staffCookie: [] }],
      ...(method === "GET" ? [{ apiKey: [] }] : []),
    ];
  return [
    { staffToken: who.staff },
    { staffCookie: who.staff },
    ...(scope === undefined ? [] : [{ apiKey: [scope] }]),
  ];
}

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const describeHeaders = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, ref("headers", name)]));

/** A path in OpenAPI's notation: braces around parameters. */
export const pathTemplate = (path: string) => path.replace(/:(\w+)/g, "{$1}");

/** The description as an OpenAPI 3.1 document. @param deprecations what ends */
export function openApiDocument(deprecations = DEPRECATIONS) {
  const named: SchemaDefinitions = {};
  const paths: Record<string, Record<string, unknown>> = {};
  for (const group of GROUPS) {
    for (const operation of group.operations) {
      const path = pathTemplate(operation.path);
      paths[path] = {
        ...paths[path],
        [operation.method.toLowerCase()]: describeOperation(operation, group, named, deprecations),
      };
    }
  }
  const used = new Set(GROUPS.flatMap(({ operations }) => operations.flatMap(listErrorResponses)));
  const responses = Object.fromEntries(
    ERROR_RESPONSES.filter((refusal) => used.has(refusal)).map((refusal) => [
      refusal.name,
      errorResponseObject(refusal, named),
    ]),
  );
  const { siteName, publicUrl } = config();
  return {
    openapi: "3.1.1",
    info: {
      title: `${siteName} API`,
      version: API_CHANGES[0].version,
      summary: "News, briefs, picks, alerts, videos and quotes of an investing publisher.",
      description: `How to sign in, what errors mean, how lists are paged and cached: ${publicUrl}/api/docs`,
    },
    servers: [{ url: publicUrl }],
    externalDocs: { url: `${publicUrl}/api/docs`, description: "The human-readable reference." },
    tags: GROUPS.map(({ title, about }) => ({ name: title, description: about })),
    paths,
    components: {
      schemas: named,
      parameters: {
        ...Object.fromEntries(
          Object.entries(PAGING).map(([name, form]) => [name, parameterObject("query", name, form, named)]),
        ),
        fields: parameterObject("query", "fields", FIELDS_PARAM, named),
        ...REQUEST_HEADERS,
      },
      headers: HEADERS,
      responses: {
        ...responses,
        NotChanged: {
          description: "You already have the newest version.",
          headers: describeHeaders(["ETag"]),
        },
      },
      securitySchemes: SECURITY,
    },
  };
}

function describeOperation(
  operation: Operation,
  group: Group,
  named: SchemaDefinitions,
  deprecations: Deprecations,
) {
  const {
    operationId: name,
    summary,
    pathParams: parts = {},
    query = {},
    paged,
    selectable,
    conditional,
    body,
  } = operation;
  const about = describeWithLimits(operation, deprecations);
  const ending = deprecations[name] ?? [];
  const endsNow = (parameter?: string): { deprecated?: true } =>
    ending.some((each) => each.parameter === parameter) ? { deprecated: true } : {};
  const queryParameter = (key: string, form: $ZodType) => ({
    ...parameterObject("query", key, form, named),
    ...endsNow(key),
  });
  const policies = listPolicies(operation);
  const parameters = [
    ...(conditional ? ["ifMatch", "ifUnmodifiedSince"] : []).map((key) => ref("parameters", key)),
    ...(repeatsOf(operation) === "kept" ? [ref("parameters", "idempotencyKey")] : []),
    ...Object.entries(parts).map(([part, form]) => parameterObject("path", part, form, named)),
    ...Object.entries(query).map(([key, form]) => queryParameter(key, form)),
    ...(paged
      ? Object.entries(PAGING).map(([key, form]) =>
          endsNow(key).deprecated ? queryParameter(key, form) : ref("parameters", key),
        )
      : []),
    ...(selectable ? [ref("parameters", "fields")] : []),
  ];
  return {
    operationId: name,
    tags: [group.title],
    summary,
    ...endsNow(),
    ...(about ? { description: about } : {}),
    security: securityRequirements(operation),
    ...(policies.length > 0 ? { "x-rate-limits": policies } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: requestContent(body, named) } } : {}),
    responses: describeResponses(operation, named),
  };
}

function parameterObject(location: "path" | "query", name: string, form: $ZodType, named: SchemaDefinitions) {
  const { description, ...schema } = toJsonSchema(form, named);
  const required = location === "path" || !safeParse(form, undefined).success;
  return { name, in: location, required, description, schema };
}

function requestContent(
  { json, multipart, example: sample }: NonNullable<Operation["body"]>,
  named: SchemaDefinitions,
) {
  return {
    ...(json ? { [JSON_TYPE]: { schema: toJsonSchema(json, named), example: sample } } : {}),
    ...(multipart ? { "multipart/form-data": { schema: toJsonSchema(multipart, named) } } : {}),
  };
}

function describeResponses(operation: Operation, named: SchemaDefinitions) {
  const headers = [
    ...(operation.paged ? ["X-Total-Count", "Link"] : []),
    ...(operation.cached ? ["ETag"] : []),
    ...(repeatsOf(operation) === "kept" ? ["Idempotency-Replayed"] : []),
    ...(operation.limits ? ["RateLimit-Policy", "RateLimit"] : []),
  ];
  return {
    ...Object.fromEntries(
      operation.responses.map((answer) => [answer.status, responseObject(answer, headers, named)]),
    ),
    ...(operation.cached ? { 304: ref("responses", "NotChanged") } : {}),
    ...Object.fromEntries(
      listErrorResponses(operation).map(({ status, name }) => [status, ref("responses", name)]),
    ),
  };
}

function responseObject(
  { description: says, schema: form, example: sample, contentType = JSON_TYPE }: ResponseSpec,
  headers: string[],
  named: SchemaDefinitions,
) {
  const examples = sample === undefined ? buildExamples(form) : { example: sample };
  return {
    description: says,
    ...(headers.length > 0 ? { headers: describeHeaders(headers) } : {}),
    content: { [contentType]: { schema: toJsonSchema(form, named), ...examples } },
  };
}

/** A record with a paywall has two examples: one for readers with full access, one for all others. */
function buildExamples(form: z.ZodType) {
  const [open, locked] = [buildExample(form), buildExample(form, 1)];
  if (JSON.stringify(open) === JSON.stringify(locked)) return { example: open };
  return { examples: { open: { value: open }, locked: { value: locked } } };
}

function errorResponseObject(
  { description: says, headers = [], form }: (typeof ERROR_RESPONSES)[number],
  named: SchemaDefinitions,
) {
  return {
    description: says,
    ...(headers.length > 0 ? { headers: describeHeaders(headers) } : {}),
    content: {
      [JSON_TYPE]: { schema: toJsonSchema(form, named) },
      [PROBLEM_JSON_TYPE]: { schema: toJsonSchema(problemSchema, named) },
    },
  };
}
