import { isStop } from "~/features/calls/call-terms.rules";
import { percentFrom } from "~/features/content/picks/picks.rules";

type MaybePrice = string | null | undefined;

export type AlertPrices = {
  tag: "buy" | "sell";
  targetPrice: string;
  currentPrice?: MaybePrice;
  stopLoss?: MaybePrice;
};

export const sideLabel = ({ tag }: Pick<AlertPrices, "tag">) => (tag === "buy" ? "Buy" : "Sell");

/**
 * The state of a trade. Distances are in per cent of the current price; risk and reward in the share's
 * currency.
 */
export type TradePlan = {
  toTarget?: number;
  toStop?: number;
  risk?: number;
  reward?: number;
  /** Reward for one unit of risk: 2.09 is "1 : 2.09". */
  ratio?: number;
  reached?: "target" | "stop";
};

/**
 * The figures that follow from an alert's prices. Risk and reward exist only while the price is between stop
 * and target. A stop on the wrong side has no risk and is never reached.
 */
export function tradePlan({ tag, targetPrice, currentPrice, stopLoss }: AlertPrices): TradePlan {
  const toTarget = percentFrom(currentPrice, targetPrice);
  const toStop = percentFrom(currentPrice, stopLoss);
  if (toTarget === undefined) return {};
  if (stopProblem({ tag, targetPrice, stopLoss })) return { toTarget, toStop };
  const sign = tag === "buy" ? 1 : -1;
  const reward = (Number(targetPrice) - Number(currentPrice)) * sign;
  const hasStop = toStop !== undefined;
  const risk = hasStop ? (Number(currentPrice) - Number(stopLoss)) * sign : undefined;
  if (risk !== undefined && risk <= 0) return { toTarget, toStop, reached: "stop" };
  if (reward <= 0) return { toTarget, toStop, reached: "target" };
  return { toTarget, toStop, risk, reward, ratio: risk === undefined ? undefined : reward / risk };
}

/** The problem with a stop on the target's side, where it would close the trade at once. */
function stopProblem({ tag, targetPrice, stopLoss }: Partial<AlertPrices>): string | undefined {
  if (!tag || !targetPrice || !stopLoss) return undefined;
  if (isStop({ direction: tag, target: Number(targetPrice), stop: Number(stopLoss) })) return undefined;
  return `The stop loss of a ${tag} alert should be ${tag === "buy" ? "below" : "above"} its target price`;
}

/**
 * Contradictions between an alert's prices, by field. The specification has no rule against them: the API
 * accepts them, and the form asks for confirmation.
 * @param before the stored alert: a price that has moved past stop or target since then is no contradiction
 */
export function contradictions(alert: Partial<AlertPrices>, before?: AlertPrices): Record<string, string> {
  const known = ({ tag, targetPrice, stopLoss }: Partial<AlertPrices>) =>
    JSON.stringify([tag, Number(targetPrice), stopLoss ? Number(stopLoss) : null]);
  if (before && known(before) === known(alert)) return {};
  const { tag, currentPrice, targetPrice } = alert;
  const stop = stopProblem(alert);
  if (stop) return { stopLoss: stop };
  if (!tag || !currentPrice || !targetPrice) return {};
  const { reached } = tradePlan({ ...alert, tag, targetPrice });
  const [above, below] = tag === "buy" ? ["above", "below"] : ["below", "above"];
  if (reached === "target")
    return { targetPrice: `The target price of a ${tag} alert should be ${above} its current price` };
  if (reached === "stop")
    return { stopLoss: `The stop loss of a ${tag} alert should be ${below} its current price` };
  return {};
}

type AlertEnds = { endsAt?: Date | null; settledAt?: Date | null };

/** Whether the alert may be published again: a call that is over may not. */
export const canRestoreAlert = ({ endsAt, settledAt }: AlertEnds, now: Date) =>
  [endsAt, settledAt].some((end) => end && end <= now) ? ("as it was" as const) : ("redated" as const);
