import { percentFrom } from "~/features/stock-picks/stock-picks.rules";

type Known = string | null | undefined;

export type Priced = { tag: "buy" | "sell"; targetPrice: string; currentPrice?: Known; stopLoss?: Known };

/** Where a trade stands. Distances in per cent of the current price; risk and reward in the share's currency. */
export type Plan = {
  toTarget?: number;
  toStop?: number;
  risk?: number;
  reward?: number;
  /** Reward for one unit of risk: 2.09 is "1 : 2.09". */
  ratio?: number;
  reached?: "target" | "stop";
};

/**
 * What an alert's prices come to. Risk and reward exist only while the price is between stop and target: afterwards
 * there is nothing left to weigh.
 */
export function planOf({ tag, targetPrice, currentPrice, stopLoss }: Priced): Plan {
  const toTarget = percentFrom(currentPrice, targetPrice);
  const toStop = percentFrom(currentPrice, stopLoss);
  if (toTarget === undefined) return {};
  const side = tag === "buy" ? 1 : -1;
  const reward = (Number(targetPrice) - Number(currentPrice)) * side;
  const known = toStop !== undefined;
  const risk = known ? (Number(currentPrice) - Number(stopLoss)) * side : undefined;
  if (risk !== undefined && risk <= 0) return { toTarget, toStop, reached: "stop" };
  if (reward <= 0) return { toTarget, toStop, reached: "target" };
  return { toTarget, toStop, risk, reward, ratio: risk === undefined ? undefined : reward / risk };
}

/** A stop on the wrong side of the target would close the trade at once. @returns what is wrong, if anything. */
export function stopProblem({ tag, targetPrice, stopLoss }: Partial<Priced>): string | undefined {
  if (!tag || !targetPrice || !stopLoss) return undefined;
  const gap = (Number(targetPrice) - Number(stopLoss)) * (tag === "buy" ? 1 : -1);
  if (gap > 0) return undefined;
  return `Stop loss must be ${tag === "buy" ? "below" : "above"} the target price of a ${tag} alert`;
}

const PERIOD = /^(an?|one|two|three|four|five|six|\d{1,3})\s*(day|week|month|year)s?$/i;
const WORDS = ["", "one", "two", "three", "four", "five", "six"];

/** The moment until which to hold, when the period is one that can be counted ("3 weeks", "a month"). */
export function holdUntil(period: string, from: Date): Date | undefined {
  const [, amount = "", unit = ""] = PERIOD.exec(period.trim()) ?? [];
  if (!unit) return undefined;
  const word = WORDS.indexOf(amount.toLowerCase());
  const count = /^an?$/i.test(amount) ? 1 : word > 0 ? word : Number(amount);
  const until = new Date(from);
  if (/day/i.test(unit)) until.setUTCDate(until.getUTCDate() + count);
  else if (/week/i.test(unit)) until.setUTCDate(until.getUTCDate() + count * 7);
  else addMonths(until, /year/i.test(unit) ? count * 12 : count);
  return until;
}

/** A month after 31 January is the last day of February. */
function addMonths(date: Date, months: number): void {
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
}
