import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advertiserName, pickAds } from "~/features/ads/ads.rules";

const ad = (id: string, position: number, name = `https://${id}.example/`, category = "rectangle") => ({
  id,
  name,
  category,
  position,
});
const slot = (position?: number, category = "rectangle") => ({ category, position });
const pickedIds = (...asked: Parameters<typeof pickAds>) => pickAds(...asked).map((found) => found?.id);

describe("the advertisements of a page", () => {
  it("are the first at their positions, and none at positions without ads", () => {
    const candidates = [ad("b", 2), ad("a", 1), ad("later", 1), ad("square", 1, undefined, "square")];
    expect(pickedIds([slot(1), slot(2), slot(3), slot(1, "square")], candidates)).toEqual([
      "a",
      "b",
      undefined,
      "square",
    ]);
  });

  it("link to different places while there are enough", () => {
    const same = "https://same.example/";
    const candidates = [ad("a", 1, same), ad("b", 2, same), ad("c", 2), ad("d", 3, same), ad("e", 3)];
    expect(pickedIds([slot(1), slot(2), slot()], candidates)).toEqual(["a", "c", "e"]);
  });

  it("avoid link targets of the rest of the page", () => {
    const candidates = [ad("a", 1), ad("b", 1)];
    expect(pickedIds([slot(1)], candidates, new Set(["https://a.example/"]))).toEqual(["b"]);
    expect(pickedIds([slot(1)], candidates.slice(0, 1), new Set(["https://a.example/"]))).toEqual(["a"]);
  });

  it("repeat a link target rather than leave a slot empty", () => {
    const same = "https://same.example/";
    expect(pickedIds([slot(1), slot(2)], [ad("a", 1, same), ad("b", 2, same)])).toEqual(["a", "b"]);
  });

  it("fill a slot without position with one that no other slot shows", () => {
    expect(pickedIds([slot(), slot(1)], [ad("a", 1), ad("b", 4)])).toEqual(["b", "a"]);
    expect(pickedIds([slot(), slot(1)], [ad("a", 1)])).toEqual([undefined, "a"]);
  });

  it("are never the same twice on a page", () => {
    const positions = fc.array(fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }), {
      maxLength: 6,
    });
    const places = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom("x", "y")), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(positions, places, (asked, booked) => {
        const candidates = booked.map(([position, name], at) => ad(String(at), position, name));
        const found = pickedIds(
          asked.map((position) => slot(position)),
          candidates,
        ).filter((id) => id !== undefined);
        expect(new Set(found).size).toBe(found.length);
        expect(found.length).toBeLessThanOrEqual(candidates.length);
      }),
    );
  });
});

it.each([
  ["https://www.harrow-pike.example/fees?from=openbell", "harrow-pike.example"],
  ["http://localhost:3000/page", "localhost"],
  ["not an address", "not an address"],
])("advertiserName names the advertiser: %s", (link, name) => {
  expect(advertiserName(link)).toBe(name);
});
