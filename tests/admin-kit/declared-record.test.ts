import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { editableColumns } from "db/columns";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { lockedRecord, openRecord } from "~/admin-kit/declared-record.server";
import { choice, flag, optionalMinute, optionalText, picture, text } from "~/admin-kit/fields.server";
import { optionalDecimal } from "~/admin-kit/number-fields.server";

const Note = defineEntity({
  name: "Note",
  tableName: "notes",
  properties: {
    ...editableColumns(),
    title: p.text(),
    text: p.text().nullable(),
    low: p.decimal("string").nullable(),
    high: p.decimal("string").nullable(),
    tag: p.text(),
    isFree: p.boolean(),
    publishAt: p.datetime(3).nullable(),
    image: p.text().nullable(),
  },
});
type Note = InferEntity<typeof Note>;

const texts = { label: "Label", description: "What it is." };
const FIELDS = [
  flag("isFree", { ...texts, initial: false }),
  text("title", { ...texts, maxLength: 10 }),
  optionalText("text", { ...texts, maxLength: 10 }),
  choice("tag", {
    ...texts,
    initial: "a",
    options: [
      { value: "a", label: "A" },
      { value: "b", label: "B" },
    ],
  }),
  optionalMinute("publishAt", texts),
  optionalDecimal("zone.max", { ...texts, property: "high" }),
  optionalDecimal("zone.min", { ...texts, property: "low" }),
  picture("image", { ...texts, inJson: { name: "imageUrl" } }),
];
const OPTIONS = {
  entity: Note,
  name: "Note",
  description: "A note.",
  fields: FIELDS,
  groups: { zone: "Two ends." },
};

const ROW = {
  id: "7d9f1a52-3c84-4e0b-9a6f-5b2c8e4d1f03",
  createdAt: new Date("2026-07-16T06:40:00Z"),
  updatedAt: new Date("2026-07-16T13:05:12.480Z"),
  version: 3,
  title: "A title",
  text: null,
  low: "1.50",
  high: null,
  tag: "a",
  isFree: true,
  publishAt: new Date("2026-08-01T09:00:00Z"),
  image: null,
} as Note;
const EVERY_FIELD = {
  title: "A title",
  text: null,
  zone: { min: 1.5, max: null },
  tag: "a",
  isFree: true,
  publishAt: "2026-08-01T09:00:00.000Z",
  imageUrl: null,
};

describe("an open record", () => {
  const record = openRecord(OPTIONS);

  it("has every field in the order of its columns, whatever the order of its form", () => {
    const { _id, id, createdAt, updatedAt, version, ...own } = record.serialize(ROW);
    expect(JSON.stringify(own)).toBe(JSON.stringify(EVERY_FIELD));
    expect([_id, id, createdAt, updatedAt, version]).toEqual([
      ...[ROW.id, ROW.id, ROW.createdAt.toISOString(), ROW.updatedAt.toISOString()],
      3,
    ]);
  });

  it("is null for an object whose fields are all empty", () => {
    expect(record.serialize({ ...ROW, low: null } as Note)).toMatchObject({ zone: null });
  });

  it("documents exactly the fields it returns", () => {
    expect(record.schema.safeParse(record.serialize(ROW)).success).toBe(true);
    expect(record.schema.safeParse({ ...record.serialize(ROW), more: 1 }).success).toBe(false);
    expect(z.toJSONSchema(record.schema).$defs?.Note).toMatchObject({
      properties: {
        zone: { description: "Two ends." },
        tag: { enum: ["a", "b"], description: "What it is." },
      },
    });
  });

  it("reads the properties of its fields", () => {
    expect(record.properties).toEqual([
      ...["id", "createdAt", "updatedAt", "version"],
      ...["title", "text", "low", "high", "tag", "isFree", "publishAt", "image"],
    ]);
  });

  it("is rejected if a field has no column or no description", () => {
    const typo = optionalText("txet", { ...texts, maxLength: 10 });
    expect(() => openRecord({ ...OPTIONS, fields: [typo] })).toThrow("Note has no txet");
    const silent = optionalText("text", { label: "Text", maxLength: 10 });
    expect(() => openRecord({ ...OPTIONS, fields: [silent] })).toThrow("does not say what text is");
    expect(() => openRecord({ ...OPTIONS, groups: {} })).toThrow("does not say what zone is");
  });
});

describe("a locked record", () => {
  const record = lockedRecord({ ...OPTIONS, open: ["title", "version"] });
  const LOCKED = { text: null, zone: null, tag: null, isFree: null, publishAt: null, imageUrl: null };

  it("hides every field not declared open, including its last change", () => {
    expect(record.serialize(ROW, false)).toEqual({
      ...{ _id: ROW.id, id: ROW.id, createdAt: ROW.createdAt.toISOString() },
      ...{ title: "A title", ...LOCKED, locked: true, updatedAt: null, version: 3 },
    });
    expect(record.properties.open).toEqual(["id", "createdAt", "version", "title"]);
  });

  it("hides everything but its id and age without open fields", () => {
    const { properties, serialize } = lockedRecord({ ...OPTIONS, open: [] });
    expect(properties.open).toEqual(["id", "createdAt"]);
    expect(serialize({ id: ROW.id, createdAt: ROW.createdAt } as Note, false)).toEqual({
      ...{ _id: ROW.id, id: ROW.id, createdAt: ROW.createdAt.toISOString() },
      ...{ title: null, ...LOCKED, locked: true, updatedAt: null, version: null },
    });
  });

  it("shows all fields to readers with access", () => {
    expect(record.serialize(ROW, true)).toMatchObject({ ...EVERY_FIELD, locked: false, version: 3 });
    expect(record.properties.all).toEqual(openRecord(OPTIONS).properties);
  });

  it("documents both replies, and neither contains the other's values", () => {
    const [whole, locked] = [record.serialize(ROW, true), record.serialize(ROW, false)];
    for (const answer of [whole, locked]) expect(record.schema.safeParse(answer).success).toBe(true);
    expect(record.schema.safeParse({ ...whole, locked: true }).success).toBe(false);
    expect(record.schema.safeParse({ ...locked, locked: false }).success).toBe(false);
  });

  it("is rejected if an open field, or one before the flag, does not exist", () => {
    expect(() => lockedRecord({ ...OPTIONS, open: ["titel"] })).toThrow("Note has no titel");
    expect(() => lockedRecord({ ...OPTIONS, open: [], flagAfter: "version" })).toThrow("Note has no version");
  });
});
