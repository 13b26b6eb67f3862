import { describe, expect, it } from "vitest";
import { serializePicture, serializeRecord } from "~/admin-kit/serialize.server";

const ROW = {
  id: "an id",
  createdAt: new Date("2026-07-16T06:40:00Z"),
  updatedAt: new Date("2026-07-16T13:05:12.480Z"),
  version: 3,
};

describe("a managed record as JSON", () => {
  it("has its own properties between the common ones", () => {
    expect(Object.entries(serializeRecord(ROW, { title: "A title", image: null }))).toEqual([
      ["_id", "an id"],
      ["id", "an id"],
      ["title", "A title"],
      ["image", null],
      ["createdAt", "2026-07-16T06:40:00.000Z"],
      ["updatedAt", "2026-07-16T13:05:12.480Z"],
      ["version", 3],
    ]);
  });

  it("hides date and number of changes from readers without access", () => {
    expect(serializeRecord(ROW, {}, () => false)).toEqual({
      _id: "an id",
      id: "an id",
      createdAt: "2026-07-16T06:40:00.000Z",
      updatedAt: null,
      version: null,
    });
  });
});

describe("a record's picture as JSON", () => {
  const picture = { id: "a-picture", width: 800, height: 450, widths: [400, 800] };

  it("is the path of its largest file, however the relation was loaded", () => {
    expect(serializePicture(picture)).toBe("/uploads/a-picture/800.webp");
    expect(serializePicture({ unwrap: () => picture })).toBe("/uploads/a-picture/800.webp");
  });

  it("is null without one", () => {
    expect(serializePicture(null)).toBeNull();
    expect(serializePicture(undefined)).toBeNull();
  });
});
