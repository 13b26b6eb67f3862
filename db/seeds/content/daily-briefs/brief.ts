/** A daily brief of the demo: sample figures, in the currency the share is quoted in. */
export type Brief = {
  companyName: string;
  ticker: string;
  /** null: the page shows Admin */
  author: string | null;
  status: "published" | "draft";
  hoursAgo: number;
  /** from which price to which price we would buy, both as exact decimals */
  buyZone: readonly [min: string, max: string] | null;
  analysis: string;
};
