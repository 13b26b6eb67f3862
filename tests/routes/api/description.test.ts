import {
  type ApiDescription,
  type ApiOperation,
  loadApiDescription,
  type Method,
  patternOf,
} from "tests/support/api-description";
import { CALLERS, type Caller, type Headers, headersByCaller } from "tests/support/callers";
import { fillParams } from "tests/support/routes";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeAll, describe, expect, it } from "vitest";
import { API_ADDRESSES, documented, matrixRowOf } from "../security/matrix-api";

const METHODS: readonly Method[] = ["GET", "POST", "PUT", "DELETE"];

let people: Record<Caller, Headers>;
let description: ApiDescription;

setUpApp();

beforeAll(async () => {
  people = await headersByCaller(app, database);
  description = await loadApiDescription(app);
});

describe("the API description", () => {
  it("lists every address of the API, and no others", () => {
    const described = new Set(description.operations.map(({ path }) => patternOf(path)));
    expect([...described].toSorted()).toEqual(
      API_ADDRESSES.map(({ pattern }) => documented(pattern)).toSorted(),
    );
  });

  it("lists every method of an address, and any other gets a 405 with those in Allow", async () => {
    const surprises: string[] = [];
    for (const { pattern } of API_ADDRESSES) {
      const known = description.operations.filter(({ path }) => patternOf(path) === documented(pattern));
      const methods = known.map(({ method }) => method);
      const allowed = [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])].toSorted();
      const path = fillParams(pattern, { id: "none", token: "none", category: "square" });
      for (const method of METHODS) {
        const response = await app.request(path, { method, headers: people.superadmin });
        if (methods.includes(method) !== (response.status !== 405)) {
          surprises.push(`${method} ${pattern}: ${response.status}`);
        }
        if (response.status !== 405) continue;
        expect(response.headers.get("Allow")?.split(", ").toSorted(), `${method} ${pattern}`).toEqual(
          allowed,
        );
        expect(await response.json()).toEqual({ message: expect.any(String) });
      }
    }
    expect(surprises).toEqual([]);
  });

  it("lists the roles of each operation like the role matrix", () => {
    const surprises: string[] = [];
    for (const { method, path, security, operationId } of description.operations) {
      const row = matrixRowOf(path);
      const outcomes = method === "GET" ? row.GET : row[method]?.outcomes;
      for (const caller of CALLERS) {
        const refused = [401, 403].includes(outcomes?.[caller] as number);
        if (refused === letsIn(security, caller)) surprises.push(`${operationId} as ${caller}`);
      }
    }
    expect(surprises).toEqual([]);
  });

  it("gives every operation a unique name and describes every path parameter", () => {
    const names = description.operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const { path, parameters } of description.operations) {
      const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter((one) => one.in === "path").map(({ name }) => name)).toEqual(parts);
    }
  });

  it("has examples that match their schemas", () => {
    let seen = 0;
    for (const { operationId, body, responses } of description.operations) {
      const contents = [body, ...Object.values(responses).map(({ content = {} }) => content)];
      for (const { schema, example, examples = {} } of contents.flatMap((content) =>
        Object.values(content),
      )) {
        const values = [
          ...(example === undefined ? [] : [example]),
          ...Object.values(examples).map((one) => one.value),
        ];
        for (const value of values) {
          expect(
            description.schemaErrors(schema, value),
            `${operationId} ${JSON.stringify(value)}`,
          ).toBeUndefined();
          seen += 1;
        }
      }
    }
    expect(seen).toBeGreaterThan(100);
  });

  it("is one document with valid references, at the site's own address", () => {
    const { document } = description;
    expect(document).toMatchObject({ openapi: "3.1.1", servers: [{ url: "http://localhost:3000" }] });
    const text = JSON.stringify(document);
    for (const [, kind = "", name = ""] of text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)) {
      const components = document.components as Record<string, Record<string, unknown>>;
      expect(Object.keys(components[kind] ?? {}), `${kind} ${name}`).toContain(name);
    }
    expect(text).not.toContain("#/$defs/");
  });
});

/** Whether a caller meets one of the described security requirements. */
function letsIn(security: ApiOperation["security"], caller: Caller): boolean {
  if (security.length === 0) return true;
  const isMember = ["basic", "premium", "member bearer"].includes(caller);
  const role = caller === "staff bearer" ? "admin" : caller;
  return security.some((way) => {
    if (Object.keys(way).length === 0) return true;
    if (way.memberToken) return isMember;
    return way.staffToken?.includes(role) ?? false;
  });
}
