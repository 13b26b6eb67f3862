import type { Newsletter } from "db/entities/newsletter";
import { type Fragment, sql } from "db/sql";

/** The table of each newsletter's records. */
export const RECORD_TABLES: Record<Newsletter, Fragment<object>> = {
  alerts: sql`trade_alerts`,
  briefs: sql`daily_briefs`,
  news: sql`news`,
};
