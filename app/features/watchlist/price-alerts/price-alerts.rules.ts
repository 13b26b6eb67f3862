import * as z from "zod/mini";
import { compareDecimals, fieldNumberMessage, readNumber } from "~/admin-kit/figures/read-number";
import { formatNumber } from "~/ui/format";
import { currencyText, exactPrice, isYield, type PriceUnit, priceFigure } from "~/ui/price-format";

export const ALERTS_PATH = "/watchlist/alerts";

/** Turns the emails about price alerts off without a sign-in; a token follows. */
export const STOP_MAILS_PATH = "/unsubscribe/price-alerts";
export const NEW_ALERT_PATH = `${ALERTS_PATH}/new`;

/** The form of a new alert for a company. */
export const newAlertHref = (symbol: string): string =>
  `${NEW_ALERT_PATH}?company=${encodeURIComponent(symbol)}`;

/** The most alerts of one member. */
export const MOST_ALERTS = 200;

/** When an alert fires; the order of the form. */
export const ALERT_KINDS = ["rises", "falls", "moves"] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

export const KIND_CHOICES: readonly { value: AlertKind; label: string }[] = [
  { value: "rises", label: "Rises to a price" },
  { value: "falls", label: "Falls to a price" },
  { value: "moves", label: "Moves by a percentage in a day, up or down" },
];

/** The form's values; `readLevel` reads the level. */
export const alertSchema = z.object({
  company: z
    .string("Enter the symbol of a company")
    .check(
      z.trim(),
      z.minLength(1, "Enter the symbol of a company"),
      z.maxLength(20, "This is too long for a symbol"),
    ),
  kind: z.enum(ALERT_KINDS, "Choose when to alert you"),
  level: z.string("Enter a price or a percentage"),
});

/** The limits of a move in a day, in per cent. Smaller ones would fire every day. */
const LEAST_MOVE = "0.1";
const MOST_MOVE = "100";
const NO_MOVE = "Percentage must be from 0.1 to 100, with at most 2 decimal places";

/** The level of an alert as an exact decimal, or what is wrong with it. */
export function readLevel(kind: AlertKind, typed: string): { level: string } | { problem: string } {
  const label = kind === "moves" ? "Percentage" : "Price";
  const { plain, problem } = readNumber(kind === "moves" ? typed.trim().replace(/\s*%$/, "") : typed);
  if (problem && problem.kind !== "none") return { problem: fieldNumberMessage(label, problem) };
  if (plain === undefined || compareDecimals(plain, "0") <= 0)
    return { problem: `${label} must be a number above 0` };
  if (kind === "moves" && !isMove(plain)) return { problem: NO_MOVE };
  return { level: plain };
}

const isMove = (plain: string): boolean =>
  /^\d+(\.\d{1,2}0*)?$/.test(plain) &&
  compareDecimals(plain, LEAST_MOVE) >= 0 &&
  compareDecimals(plain, MOST_MOVE) <= 0;

type Level = { kind: AlertKind; level: string };

/** A price with its unit: "191.20 USD". */
export const withUnit = (figure: string, unit: PriceUnit): string =>
  unit.currency && !isYield(unit) ? `${figure} ${currencyText(unit.currency)}` : figure;

const percentText = (percent: string): string => `${formatNumber(percent, 2).replace(/\.?0+$/, "")}%`;

/** What an alert waits for: "rises to 190.00 USD". */
export function alertText({ kind, level }: Level, unit: PriceUnit): string {
  if (kind === "moves") return `moves by ${percentText(level)} in a day`;
  return `${kind} to ${withUnit(exactPrice(level), unit)}`;
}

/** @property moved per cent since the close before, with its sign; null for levels that are prices */
export type Firing = { kind: AlertKind; price: string; moved: string | null };

/** What happened: "rose to 191.20 USD", "fell 5.2% in a day, to 181.00 USD". */
export function firedText({ kind, price, moved }: Firing, unit: PriceUnit): string {
  const to = `to ${withUnit(priceFigure(price, unit), unit)}`;
  if (kind !== "moves") return `${kind === "rises" ? "rose" : "fell"} ${to}`;
  const size = Number(moved);
  return `${size < 0 ? "fell" : "rose"} ${percentText(String(Math.abs(size)))} in a day, ${to}`;
}

type Standing = Level & { price: string | null; hasFiredToday: boolean };

/**
 * Whether the next price can fire an alert, in words. A level that the price has passed is armed again once the
 * price was on its other side. @property price the price that alerts were last compared with
 */
export function stateText({ kind, level, price, hasFiredToday }: Standing): string {
  const tomorrow = "Triggered today, active again tomorrow";
  if (kind === "moves") return hasFiredToday ? tomorrow : "Active";
  if (price === null) return "Waiting for the first price";
  const side = compareDecimals(price, level);
  const isBefore = kind === "rises" ? side < 0 : side > 0;
  if (isBefore) return hasFiredToday ? tomorrow : "Active";
  const back = `once the price is ${kind === "rises" ? "below" : "above"} it`;
  return hasFiredToday ? `Triggered today, active again from tomorrow ${back}` : `Active again ${back}`;
}
