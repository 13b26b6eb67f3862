import { BUY_ALERTS } from "./trade-alerts/buy";
import { SELL_ALERTS } from "./trade-alerts/sell";

/** Every trade alert of the demo. */
export const TRADE_ALERTS = [...BUY_ALERTS, ...SELL_ALERTS];
