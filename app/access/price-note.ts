/** The price below a paywall; undefined while prices are unavailable, false where nothing is for sale. */
export type PriceNote = string | false | undefined;
