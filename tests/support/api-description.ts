import { z } from "zod";
import type { TestApp } from "./test-app";

type Schema = { [keyword: string]: unknown; properties?: Record<string, Schema>; required?: string[] };
type Content = Record<
  string,
  { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }
>;
type Response = { description: string; headers?: Record<string, unknown>; content?: Content };
type Reference = { $ref: string };

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** One operation of the served document, with its references resolved. */
export type ApiOperation = {
  method: Method;
  /** As in the document, with braces. */
  path: string;
  operationId: string;
  security: Record<string, string[]>[];
  parameters: { name: string; in: "path" | "query" | "header"; required: boolean; schema: Schema }[];
  body: Content;
  responses: Record<string, Response>;
};

export type ApiDescription = {
  document: Record<string, unknown>;
  operations: ApiOperation[];
  /** Validates a value against a schema of the document: the problem, or undefined. */
  schemaErrors(schema: Schema, value: unknown): string | undefined;
};

/** Reads only the description that the server serves, as the author of a client would. */
export async function loadApiDescription(app: TestApp): Promise<ApiDescription> {
  const document = (await (await app.request("/api/openapi.json")).json()) as Record<string, unknown>;
  const at = <Value>(value: Value | Reference): Value => {
    const reference = (value as Reference).$ref;
    if (!reference) return value as Value;
    const found = reference
      .slice(2)
      .split("/")
      .reduce<unknown>((holder, key) => (holder as Record<string, unknown>)[key], document);
    if (!found) throw new Error(`Nothing is at ${reference}`);
    return found as Value;
  };
  const paths = document.paths as Record<string, Record<string, RawOperation>>;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => ({
      method: method.toUpperCase() as Method,
      path,
      operationId: raw.operationId,
      security: raw.security,
      parameters: (raw.parameters ?? []).map(at),
      body: raw.requestBody?.content ?? {},
      responses: Object.fromEntries(Object.entries(raw.responses).map(([status, one]) => [status, at(one)])),
    })),
  );
  return { document, operations, schemaErrors: validatorOf(document) };
}

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

type RawOperation = {
  operationId: string;
  security: ApiOperation["security"];
  parameters?: (ApiOperation["parameters"][number] | Reference)[];
  requestBody?: { content: Content };
  responses: Record<string, Response | Reference>;
};

function validatorOf({ components }: Record<string, unknown>): ApiDescription["schemaErrors"] {
  const { schemas } = components as { schemas: Record<string, Schema> };
  const asDefinitions = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll("#/components/schemas/", "#/$defs/"));
  const known = new Map<Schema, z.ZodType>();
  return (schema, value) => {
    const checker =
      known.get(schema) ?? z.fromJSONSchema(asDefinitions({ ...schema, $defs: schemas }) as JsonSchema);
    known.set(schema, checker);
    const { error } = checker.safeParse(value);
    return error && z.prettifyError(error);
  };
}

/** The path pattern in app/routes.ts of a path in the document. */
export const patternOf = (path: string) => path.replace(/\{(\w+)\}/g, ":$1");
