/** An exact decimal of the database as a JSON number. */
export const asNumber = (value: string | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);
