/** Years that calendars and PostgreSQL support; JavaScript dates go far beyond. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 9999;

/** Whether a moment is plausible. */
export function isWithinDateBounds(instant: Date): boolean {
  const year = instant.getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}

export const DATE_BOUNDS = `a moment from the year ${FIRST_YEAR} to the year ${LAST_YEAR}`;
