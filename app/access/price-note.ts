/** What is said of prices below a lock; nothing while they cannot be read, false where nothing is for sale. */
export type PriceNote = string | false | undefined;
