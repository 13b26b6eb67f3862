import { describe, expect, it } from "vitest";
import {
  alertText,
  firedText,
  readLevel,
  stateText,
} from "~/features/watchlist/price-alerts/price-alerts.rules";

const USD = { kind: "stock", currency: "USD" } as const;

describe("the level of a price alert", () => {
  it.each([
    ["rises", "190", "190"],
    ["falls", " 1,234.50 ", "1234.50"],
    ["rises", "0.000000000000000000000001", "0.000000000000000000000001"],
    ["moves", "5", "5"],
    ["moves", "0.1", "0.1"],
    ["moves", "2.25 %", "2.25"],
    ["moves", "100", "100"],
  ] as const)("%s %j is %s", (kind, typed, level) => expect(readLevel(kind, typed)).toEqual({ level }));

  it.each([
    ["rises", "", "Price must be a number above 0"],
    ["rises", "0", "Price must be a number above 0"],
    ["falls", "-3", "Price must be a number above 0"],
    ["falls", "NaN", "Price must be a number above 0"],
    ["rises", "190%", "Price must be a number above 0"],
    ["rises", "12,5", "Price must be a number: did you mean 12.5 or 125?"],
    ["rises", "1000000000000000", "Price must be a number below 1,000,000,000,000,000"],
    ["rises", "0.0000000000000000000000001", "Price must be a number with at most 24 decimal places"],
    ["moves", "none", "Percentage must be a number above 0"],
    ["moves", "0.09", "Percentage must be from 0.1 to 100, with at most 2 decimal places"],
    ["moves", "100.01", "Percentage must be from 0.1 to 100, with at most 2 decimal places"],
    ["moves", "2.125", "Percentage must be from 0.1 to 100, with at most 2 decimal places"],
  ] as const)("%s %j is refused: %s", (kind, typed, problem) =>
    expect(readLevel(kind, typed)).toEqual({ problem }));
});

describe("the words of a price alert", () => {
  it.each([
    [{ kind: "rises", level: "190" }, USD, "rises to 190.00 USD"],
    [{ kind: "falls", level: "0.0125" }, USD, "falls to 0.0125 USD"],
    [{ kind: "moves", level: "5" }, USD, "moves by 5% in a day"],
    [{ kind: "moves", level: "2.50" }, USD, "moves by 2.5% in a day"],
    [{ kind: "moves", level: "100" }, USD, "moves by 100% in a day"],
    [{ kind: "rises", level: "1992" }, { currency: "GBX" }, "rises to 1,992.00 GBX, pence"],
    [{ kind: "rises", level: "4.25" }, { kind: "bond", currency: null }, "rises to 4.25"],
  ] as const)("%j waits for: %3$s", (alert, unit, words) => expect(alertText(alert, unit)).toBe(words));

  it.each([
    [{ kind: "rises", price: "191.2", moved: null }, "rose to 191.20 USD"],
    [{ kind: "falls", price: "180", moved: null }, "fell to 180.00 USD"],
    [{ kind: "moves", price: "191.2", moved: "5.20000000" }, "rose 5.2% in a day, to 191.20 USD"],
    [{ kind: "moves", price: "90", moved: "-10" }, "fell 10% in a day, to 90.00 USD"],
  ] as const)("%j happened: %s", (firing, words) => expect(firedText(firing, USD)).toBe(words));

  it.each([
    ["rises", "189.99", "Active"],
    ["rises", "190", "Active again once the price is below it"],
    ["falls", "190.01", "Active"],
    ["falls", "190", "Active again once the price is above it"],
    ["moves", "190", "Active"],
    ["rises", null, "Waiting for the first price"],
  ] as const)("%s to 190 at the price %s: %s", (kind, price, words) =>
    expect(stateText({ kind, level: "190", price, hasFiredToday: false })).toBe(words));

  it.each([
    ["rises", "180", "Triggered today, active again tomorrow"],
    ["rises", "191", "Triggered today, active again from tomorrow once the price is below it"],
    ["falls", "189", "Triggered today, active again from tomorrow once the price is above it"],
    ["moves", "190", "Triggered today, active again tomorrow"],
  ] as const)("%s to 190 that fired today at the price %s: %s", (kind, price, words) =>
    expect(stateText({ kind, level: "190", price, hasFiredToday: true })).toBe(words));
});
