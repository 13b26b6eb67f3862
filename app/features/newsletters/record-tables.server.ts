import type { Newsletter } from "db/entities/newsletter";
import { type Fragment, sql } from "db/sql";

/** The newsletters whose editions are records. */
export const OF_RECORDS = ["alerts", "briefs", "news"] as const satisfies Newsletter[];

/** The table of each newsletter's records. */
export const RECORD_TABLES: Record<(typeof OF_RECORDS)[number], Fragment<object>> = {
  alerts: sql`trade_alerts`,
  briefs: sql`daily_briefs`,
  news: sql`news`,
};
