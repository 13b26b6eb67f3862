import { type Fragment, sql } from "db/sql";
import type { NewsletterKind } from "./newsletters.rules";

/** The newsletters whose editions are records. */
export const OF_RECORDS = ["alerts", "briefs", "news"] as const satisfies NewsletterKind[];

/** The table of each newsletter's records. */
export const RECORD_TABLES: Record<(typeof OF_RECORDS)[number], Fragment<object>> = {
  alerts: sql`trade_alerts`,
  briefs: sql`daily_briefs`,
  news: sql`news`,
};
