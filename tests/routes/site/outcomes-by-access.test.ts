import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { changeCall, daysAgo, insertSettledCall } from "tests/support/settled-calls";
import { spec } from "tests/support/spec";
import { get, html, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { dayInWords } from "~/ui/charts/calendar";

setUpStaffApp();

const wordsOf = (page: string) => page.replace(/<[^>]*>|<!-- -->/g, " ").replace(/\s+/g, " ");
const both = async (path: string, person: Person) => {
  const paths = [path, `${path}.data`];
  const texts = await Promise.all(paths.map(async (each) => (await get(each, person)).text()));
  return texts.join("\n");
};

const OPEN = { state: "open", ended_on: null, close_price: null, close_ratio: null, close_reason: null };
const TERMS = { target: { from: "150.5", to: "162.25" } };
const CHANGED = /Target changed from 150\.50 to 162\.25 on/;
/** Values hidden from readers without access. */
const SECRET_FIGURES = /150\.5|162\.25/;

const WHO: [Person, boolean, boolean][] = [
  ["visitor", false, false],
  ["basic", false, false],
  ["premium", true, false],
  ["private", true, true],
];

describe("a brief whose buy zone was changed", () => {
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    for (const audience of ["members", "private"]) {
      const id = await insertRecord(database, "daily_briefs", {
        ...{ company_name: "Zoned", ticker: "ZONE", audience, buy_zone_min: "100", buy_zone_max: "110" },
      });
      const values = { ...OPEN, kind: "brief", record_id: id, audience, symbol: "ZONE", name: "Zoned" };
      await changeCall(await insertSettledCall(3, values), 2, { zoneLow: { from: "150.5", to: "162.25" } });
      ids[audience] = id;
    }
  });

  it.each(WHO)(
    "shows it to readers with access: %s %s, for Private members %s",
    spec("beyond picks briefs say was"),
    async (person, members, only) => {
      for (const [audience, tells] of [
        ["members", members],
        ["private", only],
      ] as const) {
        const page = await both(`/daily-brief/${ids[audience]}`, person);
        expect([audience, SECRET_FIGURES.test(page)]).toEqual([audience, tells]);
        if (tells)
          expect(wordsOf(page)).toContain(
            `Buy zone from changed from 150.50 to 162.25 on ${dayInWords(daysAgo(2), "day")}`,
          );
      }
      expect(SECRET_FIGURES.test(await both("/stock/ZONE", person))).toBe(members);
      const company = wordsOf(await html("/stock/ZONE", person));
      expect(company.match(/Buy zone from changed from/g)?.length ?? 0).toBe(Number(members) + Number(only));
    },
  );
});

describe("a pick", () => {
  const ids: Record<string, string> = {};
  const calls: Record<string, string> = {};
  beforeAll(async () => {
    await database.empty("calls");
    for (const audience of ["members", "private"]) {
      const values = {
        audience,
        ticker: "PCKD",
        name: "Picked Inc",
        category: "Tenet",
        disclosure: "I hold it.",
      };
      ids[audience] = await insertRecord(database, "stock_picks", values);
    }
  });
  beforeEach(() => database.empty("calls"));

  const settle = async (audience: string, days: number, values: Record<string, unknown> = {}) => {
    const call = { kind: "pick", record_id: ids[audience], list: "Tenet", audience, name: "Picked Inc" };
    calls[audience] = await insertSettledCall(days, { ...call, symbol: "PCKD", ...values });
    return calls[audience] ?? "";
  };

  it.each(WHO)(
    "shows its settlement in lists to readers with access: %s %s, %s",
    spec("beyond picks briefs say was"),
    async (person, members, only) => {
      await settle("members", 1);
      await settle("private", 2, { close_price: "87.66", close_reason: "stop" });
      for (const path of ["/stock-picks", "/", "/stock/PCKD"]) {
        const page = await both(path, person);
        if (path === "/stock-picks")
          expect(page.includes("Settled picks, no longer open")).toBe(members || only);
        expect([path, page.includes(`/track-record/${calls.members}`)]).toEqual([path, members]);
        expect([path, page.includes(`/track-record/${calls.private}`)]).toEqual([path, only]);
        if (members) {
          expect(wordsOf(page)).toMatch(/Target \+12\.3%\s+(S|s)ettled/);
          expect(wordsOf(page)).toContain(`ettled ${dayInWords(daysAgo(1), "short-date")}`);
        }
        if (only) expect(wordsOf(page)).toMatch(/Stop −12\.3%/);
      }
    },
  );

  it.each(
    WHO,
  )("opened to members keeps its result for the earlier audience: %s %s, %s", async (person, members, only) => {
    const call = await settle("members", 2, { audience: "private" });
    const brief = await insertRecord(database, "daily_briefs", {
      ticker: "PCKD",
      company_name: "Picked Inc",
    });
    const ended = `ettled ${dayInWords(daysAgo(2), "short-date")}`;
    // Related items of a brief include the newest pick that its reader may read: for Private members another
    // one.
    const beside = only ? [] : [`/daily-brief/${brief}`];
    for (const path of ["/stock-picks", "/", "/stock/PCKD", ...beside]) {
      const page = await both(path, person);
      if (members) expect([path, page]).toEqual([path, expect.stringMatching(/PCKD|Picked Inc/)]);
      expect([path, wordsOf(page).includes(ended) || page.includes(call)]).toEqual([path, only]);
    }
    await database.rows("delete from daily_briefs where id = ?", [brief]);
  });

  it.each(
    WHO,
  )("opened to members keeps its earlier changes for the earlier audience: %s %s, %s", async (person, members, only) => {
    await changeCall(await settle("members", 20, { audience: "private", number: 1 }), 25, TERMS);
    const later = { target: { from: "162.25", to: "170.75" } };
    await changeCall(await settle("members", 1, { ...OPEN, number: 2 }), 1, later);
    for (const path of ["/stock-picks?category=Tenet", "/stock/PCKD"]) {
      const page = wordsOf(await both(path, person));
      expect([path, /150\.5/.test(page)]).toEqual([path, only]);
      expect([path, /170\.75/.test(page)]).toEqual([path, members]);
    }
  });

  it("is open again after a new call, and has no stamp when withdrawn", async () => {
    await settle("members", 1, { number: 1 });
    await settle("members", 1, { ...OPEN, number: 2 });
    expect(wordsOf(await html("/stock-picks?category=Tenet", "premium"))).not.toMatch(/Settled \d/);
  });

  it.each(WHO)(
    "shows its changes in lists and on the company's page: %s %s, %s",
    spec("beyond picks briefs say was"),
    async (person, members, only) => {
      for (const audience of ["members", "private"])
        await changeCall(await settle(audience, 1, OPEN), 2, TERMS);
      for (const path of ["/stock-picks", "/", "/stock/PCKD"]) {
        const bothPages = await both(path, person);
        expect([path, SECRET_FIGURES.test(bothPages)]).toEqual([path, members]);
        const page = wordsOf(await (await get(path, person)).text());
        expect(page.match(new RegExp(CHANGED, "g"))?.length ?? 0).toBe(Number(members) + Number(only));
      }
    },
  );

  it.each(WHO)("shows its author's holdings in lists: %s %s, %s", async (person, members, only) => {
    const readable = Number(members) + Number(only);
    const list = wordsOf(await html("/stock-picks", person));
    expect(list.match(/Author’s holdings: I hold it\./g)?.length ?? 0).toBe(readable);
    expect(list.includes("Holdings not stated for picks that show none.")).toBe(members);
    const silent = await insertRecord(database, "stock_picks", { category: "Moonshots" });
    const home = await html("/", person);
    const cells = [...home.matchAll(/<td class="pick-said">(.*?)<\/td>/g)].map(([, cell = ""]) =>
      wordsOf(cell),
    );
    expect(cells.filter((cell) => cell.includes("I hold it."))).toHaveLength(readable);
    expect(cells.filter((cell) => cell.includes("Holdings not stated"))).toHaveLength(Number(members));
    await database.rows("delete from stock_picks where id = ?", [silent]);
  });

  it("has on its list the last settled one that the viewer may see, and their number", async () => {
    const old = await settle("members", 60, { close_price: "95", name: "Known Plc" });
    await settle("members", 1, { number: 2, name: "Waiting Plc" });
    // Reading the track record computes the sums.
    await html("/track-record", "visitor");
    const card = async (person: Person) =>
      wordsOf(
        /<article class="hub-list">.*?<\/article>/s.exec(await html("/stock-picks", person))?.[0] ?? "",
      );
    expect(await card("visitor")).toMatch(
      new RegExp(
        `2 picks settled, the latest: Known Plc .* −5\\.0% ${dayInWords(daysAgo(60), "short-date")}`,
      ),
    );
    expect(await card("visitor")).not.toContain("Waiting");
    expect(await html("/stock-picks", "visitor")).toContain(`<a href="/track-record/${old}">Known Plc</a>`);
    expect(await card("premium")).toMatch(/2 picks settled, the latest: Waiting Plc .* \+12\.3%/);
  });
});

describe("a record opened to members after its call had ended", () => {
  it.each(WHO)("keeps its changes for the earlier audience: %s %s, %s", async (person, _members, only) => {
    await database.empty("calls");
    const alert = await insertRecord(database, "trade_alerts", { ticker: "OPND", name: "Opened" });
    const values = { symbol: "OPND", name: "Opened", audience: "private" };
    await changeCall(await insertSettledCall(2, { ...values, record_id: alert }), 5, TERMS);
    const brief = await insertRecord(database, "daily_briefs", { ticker: "OPND", company_name: "Opened" });
    const view = { ...values, kind: "brief", record_id: brief, state: "withdrawn" };
    await changeCall(
      await insertSettledCall(2, { ...view, close_price: null, close_ratio: null, close_reason: null }),
      5,
      {
        zoneLow: { from: "150.5", to: "162.25" },
      },
    );
    for (const path of [`/trade-alert/${alert}`, `/daily-brief/${brief}`, "/stock/OPND"])
      expect([path, SECRET_FIGURES.test(await both(path, person))]).toEqual([path, only]);
  });
});

describe("the page of a settled call", () => {
  it.each(
    WHO,
  )("shows its author's holdings to readers of the record: %s %s, %s", async (person, members, only) => {
    await database.empty("calls");
    for (const [audience, tells] of [
      ["members", members],
      ["private", only],
    ] as const) {
      const alert = await insertRecord(database, "trade_alerts", {
        audience,
        disclosure: "Ten shares of it.",
      });
      const id = await insertSettledCall(40, { record_id: alert, audience });
      const page = await both(`/track-record/${id}`, person);
      expect([audience, page.includes("Ten shares of it.")]).toEqual([audience, tells]);
    }
  });

  it("shows that none were stated, and nothing for a deleted record", async () => {
    const alert = await insertRecord(database, "trade_alerts");
    const id = await insertSettledCall(40, { record_id: alert });
    expect(await html(`/track-record/${id}`, "premium")).toContain("Holdings not stated");
    expect(await html(`/track-record/${id}`, "visitor")).not.toContain("Holdings not stated");
    const gone = await insertSettledCall(40);
    expect(await html(`/track-record/${gone}`, "premium")).not.toContain("Holdings not stated");
  });
});
