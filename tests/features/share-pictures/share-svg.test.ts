import { describe, expect, it } from "vitest";
import { exhibitSvg } from "~/features/share-pictures/exhibit-svg.server";
import { fitLines } from "~/features/share-pictures/lines.server";
import { textWidth } from "~/features/share-pictures/serif.server";
import { shareSvg } from "~/features/share-pictures/share-svg.server";

const LONGEST =
  "The central bank leaves rates where they are, says why in nineteen pages, and tells everybody who asked for a cut in the spring that the " +
  "spring has not come yet, while copper, freight and the price of eggs go their own ways";

const ROOM = { size: 52, width: 660, lines: 4 };

describe("a headline in lines", () => {
  it("stays as it is where it fits", () => {
    expect(fitLines("Rates stay where they are", ROOM)).toEqual(["Rates stay where they are"]);
    expect(fitLines(LONGEST, { ...ROOM, lines: 30 }).join(" ")).toBe(LONGEST);
  });

  it("leaves no word alone in the last line", () => {
    const room = { size: 52, width: 1072, lines: 2 };
    expect(fitLines("What members received: 56 calls, 46% right", room)).toEqual([
      "What members received: 56 calls, 46% right",
    ]);
    expect(fitLines(`short ${"m".repeat(12)}`, { ...room, width: 700 })).toEqual(["short", "m".repeat(12)]);
  });

  it.each([
    ["words", LONGEST],
    ["one word", "Donaudampfschifffahrtsgesellschaftskapitän".repeat(6)],
    ["wide letters", "W".repeat(300)],
    ["a word at the end of the room", `${"mm ".repeat(40)}${"M".repeat(80)}`],
  ])("ends in an ellipsis within its room: %s", (_, text) => {
    const lines = fitLines(text, ROOM);
    expect(lines).toHaveLength(ROOM.lines);
    expect(lines.at(-1)).toMatch(/[^ ,.:]…$/);
    for (const line of lines)
      expect(textWidth(line, ROOM.size, "bold"), line).toBeLessThanOrEqual(ROOM.width);
  });
});

const exhibit = (title: string) => ({
  kicker: "Alert, settled 4 Nov",
  title,
  marks: "",
  tags: [{ y: 20, text: "Target 162.00" }],
  figures: [{ label: "Result", value: "+8.4%" }],
});

describe("a shared picture", () => {
  it("has the sentence below its title, and less of the title's room for it", () => {
    const words = { kicker: "Daily brief, Nvidia (NVDA)", title: "Nvidia waits for the electricity" };
    const alone = shareSvg(words, "Openbell");
    const teased = shareSvg({ ...words, lede: "Customers want more than they can plug in." }, "Openbell");
    const longest = shareSvg({ ...words, title: LONGEST, lede: LONGEST }, "Openbell");
    expect(teased.length).toBeGreaterThan(alone.length);
    expect(shareSvg({ ...words, lede: null }, "Openbell")).toBe(alone);
    expect(longest).toContain("<svg");
  });

  it.each([
    ["a card", (title: string) => shareSvg({ kicker: "News", title }, "Tidewater")],
    ["an exhibit", (title: string) => exhibitSvg(exhibit(title), "Tidewater")],
  ])("has its words as outlines, and no more of them than are seen: %s", (_, draw) => {
    for (const title of [LONGEST, "x".repeat(1_000_000), "", "日経"]) {
      const svg = draw(title);
      expect(svg).not.toMatch(/<text|font-family|NaN|undefined/);
      expect(svg.length).toBeLessThan(150_000);
    }
  });

  it("keeps its other lines if no letter of the headline can be drawn", () => {
    const drawn = (title: string) => shareSvg({ kicker: "News", title }, "Tidewater");
    expect(drawn("日経")).toBe(drawn("Tidewater"));
  });
});
