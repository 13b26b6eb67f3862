import { expect, it } from "vitest";
import { newSince } from "~/auth/placeholder-viewer.server";
import { type NewItem, selectNewItems } from "~/features/content/new-since.rules";

const item = (name: string, day: string, hour?: string): NewItem => ({
  kind: "News",
  name,
  to: `/${name}`,
  day,
  at: hour === undefined ? undefined : new Date(`${day}T${hour}:00Z`),
});

it("selectNewItems returns items of that day or later, newest first, eight at most", () => {
  const items = [
    item("old", "2026-11-01", "09:00"),
    item("first", "2026-11-02", "08:00"),
    item("settled", "2026-11-02"),
    item("late", "2026-11-02", "20:00"),
  ];
  expect(selectNewItems(items, "2026-11-02").map(({ name }) => name)).toEqual(["settled", "late", "first"]);
  expect(
    selectNewItems(
      Array.from({ length: 20 }, (_, n) => item(`${n}`, "2026-11-03")),
      "2026-11-02",
    ),
  ).toHaveLength(8);
});

it("newSince is the day of the previous visit, at most a week ago, or yesterday if unknown", () => {
  const now = Date.parse("2026-11-20T10:00:00Z");
  const member = (visitedBefore?: Date) =>
    ({
      kind: "member",
      id: "",
      sessionId: "",
      firstname: "",
      lastname: "",
      email: "",
      tier: "Premium",
      visitedBefore,
    }) as const;
  expect(newSince(member(new Date("2026-11-18T23:00:00Z")), now)).toBe("2026-11-18");
  expect(newSince(member(new Date("2026-01-01T00:00:00Z")), now)).toBe("2026-11-13");
  expect(newSince(member(), now)).toBe("2026-11-19");
});
