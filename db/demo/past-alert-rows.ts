import { PAST_ALERTS, type PastAlert } from "./editorial";
import { idOf } from "./identity";
import { type DemoInstrument, demoInstruments } from "./instruments";
import { type DemoPrice, historyOf } from "./price-history";
import { onWorkday } from "./workdays";

const DAY_MS = 86_400_000;

/** The data that the demo's ledger needs about a past alert, in addition to its row. */
export type PastCall = {
  recordId: string;
  /** The target before its change, as an exact decimal. */
  targetBefore?: { target: string; until: Date };
  withdrawnAt?: Date;
};

/** The rows of ended alerts, in the form of their entity, and their later events. */
export function pastAlertRows(now: Date) {
  const instruments = new Map(demoInstruments().map((instrument) => [instrument.symbol, instrument]));
  const made = PAST_ALERTS.map((alert) => {
    const instrument = instruments.get(alert.ticker);
    if (!instrument) throw new Error(`The demo has no prices of ${alert.ticker}`);
    return pastAlert(alert, instrument, now);
  });
  return { alerts: made.map(({ row }) => row), calls: made.map(({ call }) => call) };
}

function pastAlert(alert: PastAlert, instrument: DemoInstrument, now: Date) {
  const { tag, ticker, holdingPeriod, author, disclosure, analysis } = alert;
  const at = onWorkday(new Date(now.getTime() - alert.daysAgo * DAY_MS));
  const until = (days: number) => new Date(at.getTime() + days * DAY_MS);
  const { price, dailyChange } = lastClose(historyOf(instrument, now), at);
  const side = tag === "buy" ? 1 : -1;
  const level = levelOf(price);
  const id = idOf("trade-alert", `${ticker} ${alert.daysAgo}`);
  const { targetBefore, withdrawnAfter } = alert;
  const row = {
    ...{ id, createdAt: at, updatedAt: at },
    ...{ tag, ticker, name: instrument.name, holdingPeriod, author, disclosure, analysis },
    ...{ currentPrice: price, currency: instrument.currency, dailyChange },
    targetPrice: level(side * alert.target),
    stopLoss: alert.stop === null ? null : level(-side * alert.stop),
  };
  const call: PastCall = {
    recordId: id,
    targetBefore: targetBefore && {
      target: level(side * targetBefore.target),
      until: until(targetBefore.days),
    },
    withdrawnAt: withdrawnAfter === undefined ? undefined : until(withdrawnAfter),
  };
  return { row, call };
}

/** The last close before a day, and its change in per cent. */
function lastClose(prices: readonly DemoPrice[], at: Date): { price: string; dailyChange: string } {
  const today = at.toISOString().slice(0, 10);
  const last = prices.findLastIndex(({ day }) => day < today);
  const [price, before] = [prices[last]?.close, prices[last - 1]?.close];
  if (!price || !before) throw new Error(`The demo has no price before ${today}`);
  return { price, dailyChange: ((Number(price) / Number(before) - 1) * 100).toFixed(2) };
}

/** Prices at a distance in per cent from another, rounded as people would round them. */
function levelOf(price: string): (percent: number) => string {
  const decimals = price.split(".")[1]?.length ?? 0;
  return (percent) =>
    Number((Number(price) * (1 + percent / 100)).toPrecision(4)).toFixed(Math.min(decimals, 4));
}
