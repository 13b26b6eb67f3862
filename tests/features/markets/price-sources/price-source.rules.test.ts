import { describe, expect, it } from "vitest";
import {
  environmentName,
  filledUrl,
  firstDay,
  isDue,
  lastWholeDay,
  listedSymbol,
  nextRunText,
  siteTime,
  urlProblem,
} from "~/features/markets/price-sources/price-source.rules";

it("environmentName turns a source's name into its key's variable", () => {
  expect(["Alpha Vantage", "polygon.io", " Our feed (2) "].map(environmentName)).toEqual([
    "ALPHA_VANTAGE",
    "POLYGON_IO",
    "OUR_FEED_2",
  ]);
});

describe("the address of a source", () => {
  it("is filled in without changing the host", () => {
    const template = "https://feed.example/{symbol}/prices?apikey={key}&from={from}&to={to}";
    expect(urlProblem(template)).toBeUndefined();
    const values = { symbol: "../BRK/B?x#y", key: "k&y=1", from: "2026-01-05", to: "2026-01-09" };
    const { hostname, pathname, searchParams, hash } = filledUrl(template, values);
    expect([hostname, pathname, hash]).toEqual(["feed.example", "/..%2FBRK%2FB%3Fx%23y/prices", ""]);
    expect(Object.fromEntries(searchParams)).toEqual({
      apikey: "k&y=1",
      from: "2026-01-05",
      to: "2026-01-09",
    });
  });

  it.each([
    ["ftp://feed.example/{symbol}", "must start with https:// or http://"],
    ["https://{symbol}.example/", "must start with https:// or http://"],
    ["https://feed.example{key}/{symbol}", "must start with https:// or http://"],
    ["https://user:word@feed.example/{symbol}", "must start with https:// or http://"],
    ["https://feed.example\\@evil.example/{symbol}", "must start with https:// or http://"],
    ["https://feed.example", "must start with https:// or http://"],
    ["https://feed.example/{ticker}", "must not contain {ticker}"],
    ["https://feed.example/prices", "must contain {symbol}"],
    ["https://feed.example:99999/{symbol}", "must start with https:// or http://"],
  ])("is refused: %s", (template, problem) => {
    expect(urlProblem(template)).toContain(problem);
  });
});

it("listedSymbol reads a line of a list", () => {
  expect(listedSymbol("nvda")).toEqual({ symbol: "NVDA", askedAs: undefined });
  expect(listedSymbol(" spx = I:SPX ")).toEqual({ symbol: "SPX", askedAs: "I:SPX" });
  expect(listedSymbol("SPX=I:SPX")).toEqual({ symbol: "SPX", askedAs: "I:SPX" });
  expect(listedSymbol("JPY = JPY=EBS")).toEqual({ symbol: "JPY", askedAs: "JPY=EBS" });
  expect(listedSymbol("EUR=EURUSD")).toEqual({ symbol: "EUR", askedAs: "EURUSD" });
  expect(listedSymbol("VOD=VOD.L")).toEqual({ symbol: "VOD", askedAs: "VOD.L" });
  expect(listedSymbol("GOLDX=GC=F")).toEqual({ symbol: "GOLDX", askedAs: "GC=F" });
  expect(listedSymbol("EURUSD = EURUSD=X")).toEqual({ symbol: "EURUSD", askedAs: "EURUSD=X" });
  expect(listedSymbol("FORD = F")).toEqual({ symbol: "FORD", askedAs: "F" });
  expect(listedSymbol("VOD = VOD LN = X")).toEqual({ symbol: "VOD", askedAs: "VOD LN = X" });
  expect(listedSymbol("EURUSD=X")).toEqual({
    problem:
      "“EURUSD=X” could mean two things: write EURUSD = X, or EURUSD = EURUSD=X if the source uses that name",
  });
});

it.each([
  ["EUR=", "EUR", "EUR = EUR="],
  ["SPX =", "SPX", "SPX = SPX="],
  ["CL=F", "CL = F", "CL = CL=F"],
  ["JPY=EBS", "JPY = EBS", "JPY = JPY=EBS"],
  ["gbp=D3", "gbp = D3", "gbp = gbp=D3"],
  ["XAU=TTKN", "XAU = TTKN", "XAU = XAU=TTKN"],
  ["EURJPY=ICAP", "EURJPY = ICAP", "EURJPY = EURJPY=ICAP"],
  ["US10YT=RR", "US10YT = RR", "US10YT = US10YT=RR"],
])("listedSymbol refuses an ambiguous line: %s", (line, divided, whole) => {
  expect(listedSymbol(line)).toEqual({
    problem: `“${line}” could mean two things: write ${divided}, or ${whole} if the source uses that name`,
  });
});

it("listedSymbol reads a line with many blanks without delay", () => {
  const begun = performance.now();
  expect(listedSymbol(`A${" ".repeat(500_000)}B`).symbol).toContain("A ");
  expect(performance.now() - begun).toBeLessThan(10_000);
});

it("firstDay is that many days before the last day", () => {
  expect(firstDay("2026-03-02", 2)).toBe("2026-02-28");
});

it.each([
  ["UTC", "2026-03-02T23:59:00Z", "2026-03-01"],
  ["UTC", "2026-03-03T00:00:00Z", "2026-03-02"],
  ["America/New_York", "2026-03-03T03:00:00Z", "2026-03-01"],
  ["America/New_York", "2026-03-03T05:00:00Z", "2026-03-02"],
  ["Asia/Tokyo", "2026-03-02T23:00:00Z", "2026-03-01"],
  ["Asia/Tokyo", "2026-03-03T00:00:00Z", "2026-03-02"],
])("lastWholeDay excludes running days, at a site in %s at %s", (zone, now, last) => {
  expect(lastWholeDay(zone, new Date(now))).toBe(last);
});

describe("the schedule", () => {
  const schedule = { active: true, hour: 22, days: "mon-fri" as const, runDay: null };
  // A Friday, 22:30 in London and 17:30 in New York.
  const now = new Date("2026-07-17T21:30:00Z");

  it("follows the site's day and hour", () => {
    expect(siteTime("Europe/London", now)).toEqual({ day: "2026-07-17", hour: 22 });
    expect(isDue(schedule, siteTime("Europe/London", now))).toBe(true);
    expect(isDue(schedule, siteTime("America/New_York", now))).toBe(false);
    expect(siteTime("UTC", new Date("2026-07-17T00:10:00Z")).hour).toBe(0);
  });

  it("is due once a day, on its days, while active", () => {
    const time = siteTime("Europe/London", now);
    expect(isDue({ ...schedule, runDay: "2026-07-17" }, time)).toBe(false);
    expect(isDue({ ...schedule, runDay: "2026-07-16" }, time)).toBe(true);
    expect(isDue({ ...schedule, active: false }, time)).toBe(false);
    const saturday = siteTime("UTC", new Date("2026-07-18T23:00:00Z"));
    expect(isDue(schedule, saturday)).toBe(false);
    expect(isDue({ ...schedule, days: "tue-sat" }, saturday)).toBe(true);
    expect(isDue({ ...schedule, days: "daily" }, saturday)).toBe(true);
  });

  it("shows the next run", () => {
    const at = (moment: string, changes: object = {}) =>
      nextRunText({ ...schedule, ...changes }, siteTime("UTC", new Date(moment)));
    expect(at("2026-07-17T12:00:00Z")).toBe("Fri 17 Jul 2026, 22:00");
    expect(at("2026-07-17T22:05:00Z")).toBe("Within the hour");
    expect(at("2026-07-17T22:05:00Z", { runDay: "2026-07-17" })).toBe("Mon 20 Jul 2026, 22:00");
    expect(at("2026-07-18T23:05:00Z")).toBe("Mon 20 Jul 2026, 22:00");
    expect(at("2026-07-17T12:00:00Z", { runDay: "2026-07-17", hour: 13 })).toBe("Mon 20 Jul 2026, 13:00");
    expect(at("2026-07-17T12:00:00Z", { active: false })).toBe("Manual runs only");
  });
});
