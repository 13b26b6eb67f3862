import { describe, expect, it } from "vitest";
import { readPrices } from "~/features/markets/price-sources/read-prices.server";
import {
  ALPHA_VANTAGE,
  ALPHA_VANTAGE_ERROR,
  ALPHA_VANTAGE_LIMIT,
  ALPHA_VANTAGE_NOTE,
  BARS,
  GENERIC,
  POLYGON_ERROR,
  polygon,
} from "./answers";

const CONTEXT = {
  ...{ today: "2026-01-08", symbol: "NVDA", askedAs: "NVDA", currency: "USD", called: {} },
  asked: { from: "2026-01-01", to: "2026-01-08" },
};

const read = (kind: "csv" | "alpha-vantage" | "polygon", text: string, changes: object = {}) =>
  readPrices(kind, text, { ...CONTEXT, ...changes }).prices;

/** The error that a response causes. */
function refusal(...given: Parameters<typeof read>) {
  try {
    read(...given);
  } catch (error) {
    return error;
  }
  throw new Error("Nothing spoke against it");
}

describe("a response of Alpha Vantage", () => {
  it("gives the prices of its lines", () => {
    expect(read("alpha-vantage", ALPHA_VANTAGE)).toEqual([
      { day: "2026-01-08", close: "225.5000", high: "226.4000", low: "222.9000", volume: "3812345" },
      { day: "2026-01-07", close: "224.0000", high: "224.9500", low: "220.5000", volume: "4011222" },
      { day: "2026-01-06", close: "220.7500", high: "221.7000", low: "218.2500", volume: "3655001" },
    ]);
  });

  it.each([
    [ALPHA_VANTAGE_LIMIT("KEY"), "limit", "our standard API rate limit is 25 requests per day"],
    [ALPHA_VANTAGE_NOTE, "limit", "5 calls per minute"],
    [ALPHA_VANTAGE_ERROR, "refused", "Answered: Invalid API call."],
    ["{", "refused", "The source returned JSON instead of CSV"],
    ["<!doctype html><p>Down for maintenance", "refused", "The source returned a web page instead of CSV"],
    ["", "refused", "There are no prices"],
    ["timestamp,open,high,low,close,volume\r\n", "refused", "There are no prices"],
    ["time,open,high,low,close,volume\r\n2026-01-08,1,1,1,1,1", "refused", "there is no column timestamp"],
  ])("without prices is reported with the reason: %s", (text, kind, message) => {
    expect(refusal("alpha-vantage", text)).toMatchObject({ kind, message: expect.stringContaining(message) });
  });
});

describe("generic CSV", () => {
  it("is read by the column names of the source", () => {
    const text = "Kurs;Tag;Hoch\n100.5;2026-01-06;101\n";
    const called = { day: "Tag", close: "Kurs", high: "hoch" };
    expect(read("csv", text, { called })).toEqual([
      { day: "2026-01-06", close: "100.5", high: "101", low: null, volume: null },
    ]);
    expect(read("csv", GENERIC)).toHaveLength(3);
  });

  it.each([
    ["2026-01-06,-100", "Line 3: close “-100” is not a price above 0"],
    ["2026-01-06,0", "Line 3: close “0” is not a price above 0"],
    ["2026-01-08,100\n2026-01-08,101", "Line 3: 2026-01-08 appears twice, with different figures"],
    [
      "06/01/2026,100",
      "Line 3: “06/01/2026” is not a day such as 2026-07-16: it is unclear whether the day or the month comes first",
    ],
    [
      "2026-01-05T23:00:00Z,100",
      "Line 3: “2026-01-05T23:00:00Z” is not a day such as 2026-07-16: this UTC time may already be the next day at the exchange",
    ],
    ["2026-01-06,1,234.50", "Line 3: there are more cells than columns. Write 1234, not 1,234"],
    ["2026-01-06,null", "Line 3: 2026-01-06 has no price"],
    ["2026-01-06,NaN", "Line 3: 2026-01-06 has no price"],
    ["2026-01-06,", "Line 3: 2026-01-06 has no price"],
  ])("is imported without a wrong line, which is listed: %j", (line, words) => {
    const { prices, leftOut } = readPrices("csv", `date,close\n2026-01-07,1\n${line}\n`, CONTEXT);
    expect(prices.map(({ day, close }) => [day, close])).toEqual([["2026-01-07", "1"]]);
    expect(leftOut[0]).toBe(words);
  });

  it.each([
    "2026-01-09,100",
    "2026-01-09,-1",
    "2025-12-31,NaN",
    "2025-12-31,-1\n2025-12-31,2",
    "2025-12-31,1,234.50",
  ])("ignores days that were not requested: %j", (line) => {
    const { prices, leftOut } = readPrices("csv", `date,close\n2026-01-07,1\n${line}\n`, CONTEXT);
    expect([prices.map(({ day }) => day), leftOut]).toEqual([["2026-01-07"], []]);
  });

  it.each([
    ["date,close,high,low\n2026-01-06,5,4,6\n", "high 4 is below low 6"],
    [`date,close\n${"2026-01-06,1\n".repeat(5001)}`, "There are more than 5000 prices"],
    ["date,close,currency\n2026-01-06,5,EUR\n", "currency is EUR, but NVDA is priced in USD"],
    [
      "date,close\n2026-01-06,0\n2026-01-07,0\n2026-01-08,0\n2026-01-05,0\n",
      "Line 4: close “0” is not a price above 0 (and 1 more)",
    ],
  ])("is refused as a whole: %s", (text, message) => {
    expect(refusal("csv", text)).toMatchObject({ message: expect.stringContaining(message) });
  });
});

describe("a response of Polygon", () => {
  it("gives one price per bar, on the bar's day", () => {
    expect(read("polygon", polygon())).toEqual([
      { day: "2026-01-06", close: "130.15", high: "131.4", low: "129.4", volume: "70790813" },
      { day: "2026-01-07", close: "130.73", high: "131.98", low: "129.98", volume: "70790813" },
    ]);
    expect(read("polygon", polygon({ status: "DELAYED" }))).toHaveLength(2);
    const tomorrow = { ...BARS[0], t: Date.parse("2026-01-09T05:00:00Z") };
    expect(read("polygon", polygon({ results: [tomorrow] }))).toEqual([]);
  });

  const withBar = (changes: object) => polygon({ results: [{ ...BARS[0], ...changes }] });

  it.each([
    [POLYGON_ERROR("KEY"), "Answered: Unknown API Key KEY"],
    [
      JSON.stringify({ status: "NOT_AUTHORIZED", message: "Upgrade your plan" }),
      "Answered: Upgrade your plan",
    ],
    [polygon({ results: undefined, resultsCount: 0 }), "There are no prices for NVDA"],
    [polygon({ results: [] }), "There are no prices for NVDA"],
    [polygon({ ticker: "META" }), "The prices are for META, not for NVDA"],
    [polygon({ adjusted: true }), "adjusted for splits"],
    [polygon({ adjusted: undefined }), "adjusted for splits"],
    [polygon({ next_url: "https://api.polygon.io/more" }), "more than 5000 prices"],
    [withBar({ c: -1 }), "Result 1: close “-1” is not a price"],
    [withBar({ c: 0 }), "Result 1: close “0” is not a price"],
    [withBar({ h: 1, l: 2 }), "high 1 is below low 2"],
    [withBar({ t: 1e300 }), "The source returned JSON in an unknown format"],
    [polygon({ results: [BARS[0], { ...BARS[0], c: 130.2 }] }), "appears twice, with different figures"],
    [polygon({ results: [{ c: "130" }] }), "The source returned JSON in an unknown format"],
    ["<html>", "The source returned a web page instead of JSON"],
    ["{", "The source returned something other than JSON"],
    ["[]", "The source returned JSON in an unknown format"],
    ['{"message":"Unauthorized"}', "Answered: Unauthorized"],
    ["<?xml version='1.0'?><Error/>", "The source returned XML instead of JSON"],
  ])("is refused as a whole: %s", (text, message) => {
    expect(refusal("polygon", text)).toMatchObject({
      kind: "refused",
      message: expect.stringContaining(message),
    });
  });
});
