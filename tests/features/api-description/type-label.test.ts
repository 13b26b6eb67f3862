import { describe, expect, it } from "vitest";
import { z } from "zod";
import { buildExample, described, lockableSchema } from "~/admin-kit/record-schema.server";
import { curlCommand } from "~/features/api-description/curl";
import { type SchemaDefinitions, toJsonSchema } from "~/features/api-description/schemas.server";
import { typeLabel } from "~/features/api-description/type-label";

describe("a schema", () => {
  it.each([
    [z.string().min(1).max(300), "text, up to 300 characters"],
    [z.string().min(8).max(128), "text, 8 to 128 characters"],
    [z.string().nullable(), "text, or null"],
    [z.guid(), "UUID"],
    [z.iso.datetime(), "date and time"],
    [z.enum(["a", "b", "c"]), "a, b or c"],
    [z.enum(["a", "b"]).nullable(), "a or b, or null"],
    [z.int().min(1).max(1000), "whole number from 1 to 1,000"],
    [z.number(), "number"],
    [z.array(z.string()), "list of text"],
    [z.union([z.number(), z.string()]), "number or text"],
    [z.boolean(), "true or false"],
    [z.file(), "file"],
    [z.string().meta({ id: "Known" }), "Known"],
  ])("of %#: %s", (form, words) => expect(typeLabel(toJsonSchema(form, {}))).toBe(words));

  it("is described once if it has a name, and referred to by that name elsewhere", () => {
    const named: SchemaDefinitions = {};
    const inner = z.strictObject({ at: z.guid() }).meta({ id: "Inner" });
    expect(toJsonSchema(z.array(inner), named)).toEqual({
      type: "array",
      items: { $ref: "#/components/schemas/Inner" },
    });
    expect(toJsonSchema(inner, named)).toEqual({ $ref: "#/components/schemas/Inner" });
    expect(named).toEqual({
      Inner: {
        type: "object",
        required: ["at"],
        additionalProperties: false,
        properties: { at: { type: "string", format: "uuid" } },
      },
    });
  });
});

it("a record that may be locked is one of two, and the locked one has null for what is locked", () => {
  const form = lockableSchema(
    "Secret",
    "A secret.",
    { open: z.string(), shut: described(z.string(), "It.", "psst") },
    ["shut"],
  );
  const record = (locked: boolean, shut: string | null) => ({
    _id: crypto.randomUUID(),
    id: crypto.randomUUID(),
    open: "a",
    shut,
    locked,
    version: 1,
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
  });
  expect(form.safeParse(record(false, "b")).success).toBe(true);
  expect(form.safeParse(record(true, null)).success).toBe(true);
  expect(form.safeParse(record(true, "b")).success).toBe(false);
  expect(form.safeParse(record(false, null)).success).toBe(false);
  expect(form.safeParse({ ...record(true, null), more: 1 }).success).toBe(false);
  expect(buildExample(form)).toMatchObject({ shut: "psst", locked: false });
  expect(buildExample(form, 1)).toMatchObject({ shut: null, locked: true });
});

it("a line for curl can be pasted into a shell, whatever is quoted in it", () => {
  expect(curlCommand({ method: "GET", url: "http://a.test/b?c=1" })).toBe("curl 'http://a.test/b?c=1'");
  expect(curlCommand({ method: "PUT", url: "http://a.test/", token: "TOKEN", json: { a: "it's" } })).toBe(
    [
      "curl -X PUT 'http://a.test/'",
      '-H "Authorization: Bearer $TOKEN"',
      "-H 'Content-Type: application/json'",
      `-d '{\n    "a": "it'\\''s"\n  }'`,
    ].join(" \\\n  "),
  );
  expect(curlCommand({ method: "POST", url: "http://a.test/", form: { image: "@a.jpg" } })).toContain(
    "-F 'image=@a.jpg'",
  );
});
