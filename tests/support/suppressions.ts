import { insertRecord } from "./record-factories";
import { database } from "./running-app";

type Row = { id: string; reason: string; count: number; evidence: string; lifted_at: Date | null };

/** The entry of an address, whether it suppresses or not. */
export const suppressed = async (email: string) =>
  (await database.rows<Row>("select * from suppressed_addresses where email = ?", [email]))[0];

/** Suppresses an address. @returns the id */
export const insertSuppressed = (email: string, reason = "hard", more: Record<string, unknown> = {}) =>
  insertRecord(database, "suppressed_addresses", { email, reason, ...more });

/** Other emails left now: soft bounces count only while most do. */
export const othersLeave = (emails = 20) =>
  database.rows(
    `insert into mails (to_address, subject, template, cause, html, text, state, attempts, sent_at)
     select 'other@elsewhere.test', 'Other', 'welcome', 'others-leave:' || gen_random_uuid(), '-', '-', 'sent', 1, now()
       from generate_series(1, ?)`,
    [emails],
  );

export const nothingLeft = () =>
  database.rows("delete from mails where cause like 'others-leave:%' or sent_at > now() - interval '7 days'");
