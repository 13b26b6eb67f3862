import { evenFraction, id } from "./columns";
import { NUMBERS, rows, type Statement } from "./statement";

/** Number of counted days for each brief, up to yesterday: the server writes today's row. */
const DAYS = 365;

const briefOf = (n: string) => `(1 + (${n} - 1) / ${DAYS})`;

/** The page of a brief. @param n SQL of its number */
export const briefPage = (n: string) => `('/daily-brief/' || ${id("brief", n)})`;

/** How often the paywalls of briefs were seen and followed. */
export const locks: Statement = {
  table: "lock_days",
  // The next run begins with a brief without counts, whatever wrote the others.
  last: `select ${DAYS} * max(cast(substring(company_name from '#([0-9]+)$') as bigint)) as last from daily_briefs
    where '/daily-brief/' || id in (select page from lock_days)`,
  needs: {
    query: `select count(*) as found from daily_briefs where id = ${id("brief", briefOf("cast(:until as bigint)"))}`,
    problem: `Locks need a brief for every ${DAYS} of them: add --briefs`,
  },
  inserts: [
    rows(
      "lock_days",
      {
        day: `cast(cast(:now as timestamptz) at time zone 'UTC' as date) - cast(1 + (n - 1) % ${DAYS} as int)`,
        page: briefPage(briefOf("n")),
        shown: "shown",
        followed: `floor(shown * ${evenFraction(1)} * 0.06)`,
      },
      `(select n, 1 + floor(${evenFraction(0)} ^ 4 * 4000) as shown from ${NUMBERS}) as seen`,
    ),
  ],
};
