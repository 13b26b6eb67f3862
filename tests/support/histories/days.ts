export const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;

/** The first day of the histories in UTC, the zone of the tested site. */
const FIRST_DAY = Date.parse("2024-09-02");
export const DAYS = 420;
/** Actions happen every this many days. */
const STEP = 6;

/** The days with actions, counted from the first day. */
export const STEPS = Array.from({ length: Math.floor(DAYS / STEP) }, (_, nth) => nth * STEP);

/** The ledger begins on this day and then records earlier publications. */
export const LEDGER_BEGINS = STEPS[26] ?? 0;

/** The start of a day, in milliseconds. */
export const midnightOf = (day: number): number => FIRST_DAY + day * DAY_MS;

/** yyyy-mm-dd */
export const dateOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
export const dateOfDay = (day: number): string => dateOf(midnightOf(day));

export const isWeekend = (day: number): boolean => [0, 6].includes(new Date(midnightOf(day)).getUTCDay());

/** The time in the morning at which quotes are set. */
export const quotedAt = (day: number): number => midnightOf(day) + 6.5 * 60 * MINUTE_MS;
