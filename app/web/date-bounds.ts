/** What a calendar knows and PostgreSQL keeps: JavaScript's own moments reach to the year 275760, where neither follows. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 9999;

/** Whether somebody can mean this moment. */
export function isWithinDateBounds(instant: Date): boolean {
  const year = instant.getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}

export const DATE_BOUNDS = `a moment from the year ${FIRST_YEAR} to the year ${LAST_YEAR}`;
