import { readFileSync, writeFileSync } from "node:fs";
import { apiShape, breakingChanges } from "tests/support/api-shape";
import { app, setUpApp } from "tests/support/running-app";
import { describe, expect, it } from "vitest";
import { API_CHANGES } from "~/features/api-description/changelog";

/** The shape of the API that programs rely on. `npm run specification` adds to it. */
const RELEASED = new URL("released-api.txt", import.meta.url);

setUpApp();

const major = (version: string) => version.split(".")[0];

describe("the API's shape", () => {
  it("keeps everything that programs were promised within a major version", async () => {
    const [first = "", ...released] = readFileSync(RELEASED, "utf8").trimEnd().split("\n");
    const now = apiShape(await (await app.request("/api/openapi.json")).json());
    const version = `version ${API_CHANGES[0].version}`;
    if (major(first) === major(version)) expect(breakingChanges(released, now)).toEqual([]);
    if (process.env.WRITE_SPECIFICATION) {
      writeFileSync(RELEASED, `${[version, ...now].join("\n")}\n`);
      return;
    }
    // `npm run specification` adds them; changelog.ts tells integrators.
    expect(now.filter((line) => !released.includes(line))).toEqual([]);
    expect([first, released.length]).toEqual([version, now.length]);
  });
});

type Body = Record<string, unknown>;

const text = { type: "string" };
const documentWith = (
  sent: Body,
  answered: Body = { properties: { title: text }, required: ["title"] },
  roles = ["admin"],
) => ({
  components: { schemas: { Thing: { type: "object", ...answered } }, parameters: {} },
  paths: {
    "/api/things": {
      post: {
        security: [{ staffToken: roles }],
        requestBody: { content: { "application/json": { schema: { type: "object", ...sent } } } },
        responses: {
          201: { content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } } },
        },
      },
    },
  },
});

const FIELDS = { properties: { title: text, size: { type: "integer", maximum: 10 } }, required: ["title"] };
const RELEASED_SHAPE = apiShape(documentWith(FIELDS));
const changes = (...now: Parameters<typeof documentWith>) =>
  breakingChanges(RELEASED_SHAPE, apiShape(documentWith(...now)));
const withSize = (size: Body) => ({ ...FIELDS, properties: { ...FIELDS.properties, size } });

const AT = "POST /api/things sent application/json ";

describe("a change of the API", () => {
  it.each<[string, Parameters<typeof documentWith>]>([
    ["a new optional field", [{ ...FIELDS, properties: { ...FIELDS.properties, note: text } }]],
    ["a field that need not be sent any more", [{ ...FIELDS, required: [] }]],
    ["a wider limit", [withSize({ type: "integer", maximum: 20 })]],
    ["no limit any more", [withSize({ type: "integer" })]],
    ["a field that may also be empty", [withSize({ type: ["integer", "null"], maximum: 10 })]],
    ["a new field of the answer", [FIELDS, { properties: { title: text, note: text }, required: ["title"] }]],
    ["a further role", [FIELDS, undefined, ["admin", "editor"]]],
  ])("may add %s", (_, now) => {
    expect(changes(...now)).toEqual([]);
  });

  it.each<[string, Parameters<typeof documentWith>, string[]]>([
    ["a field gone", [{ properties: { title: text } }], [`gone: ${AT}.size: integer`]],
    ["a field that must be sent", [{ ...FIELDS, required: ["title", "size"] }], [`new: ${AT}.size required`]],
    ["a tighter limit", [withSize({ type: "integer", maximum: 5 })], [`new: ${AT}.size maximum 5`]],
    ["a new limit", [withSize({ type: "integer", maximum: 10, minimum: 1 })], [`new: ${AT}.size minimum 1`]],
    ["another type", [withSize({ type: "number", maximum: 10 })], [`gone: ${AT}.size: integer`]],
    [
      "an answer that may be empty",
      [FIELDS, { properties: { title: { type: ["string", "null"] } }, required: ["title"] }],
      ["new: Thing.title: null"],
    ],
    [
      "an answer's field that may be missing",
      [FIELDS, { properties: { title: text } }],
      ["gone: Thing.title always there"],
    ],
    ["a role less", [FIELDS, undefined, ["editor"]], ["gone: POST /api/things for staffToken admin"]],
  ])("may not leave %s unannounced", (_, now, told) => {
    expect(changes(...now)).toEqual(told);
  });

  it("may add an operation with required fields", () => {
    const { paths, components } = documentWith(FIELDS);
    const both = { components, paths: { ...paths, "/api/others": paths["/api/things"] } };
    expect(breakingChanges(RELEASED_SHAPE, apiShape(both))).toEqual([]);
  });
});
