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
  /** What its share closed at on the last day before it was published, as its text says, and so many days earlier. */
  closes: readonly (readonly [daysEarlier: number, price: string])[];
  analysis: string;
};
