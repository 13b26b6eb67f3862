/** A trade alert of the demo. Prices are exact decimals in the currency of the listing; sample figures. */
export type Alert = {
  tag: "buy" | "sell";
  ticker: string;
  name: string;
  currentPrice: string;
  /** of the three prices: ISO 4217, or GBX for pence */
  currency: string;
  /** per cent since the last close */
  dailyChange: string;
  targetPrice: string;
  stopLoss: string;
  holdingPeriod: string;
  hoursAgo: number;
  analysis: string;
};
