import { renderToStaticMarkup as html } from "react-dom/server";
import { setUpYear } from "tests/support/in-year";
import { expect, it } from "vitest";
import { ChangeList } from "~/features/staff/changes/change-list";

setUpYear(2026);

const entries = ["2026-07-16T23:10:00Z", "2026-07-15T23:50:00Z"].map((at) => ({
  id: at,
  at,
  who: "Ada",
  what: "edited the brief",
}));
const times = (markup: string) => [...markup.matchAll(/<time [^>]*>([^<]*)</g)].map(([, words]) => words);

it("the changes of today are told by the hour, older ones by the day, as the zone has it", () => {
  const now = "2026-07-16T23:30:00Z";
  expect(times(html(<ChangeList entries={entries} now={now} />))).toEqual(["23:10", "15 July"]);
  expect(times(html(<ChangeList entries={entries} now={now} zone="Asia/Tokyo" />))).toEqual([
    "08:10",
    "16 July",
  ]);
});

it("changes that reach far back are told with their year", () => {
  expect(times(html(<ChangeList entries={entries} />))).toEqual(["16 Jul 2026", "15 Jul 2026"]);
});
