import { insertRecord } from "./record-factories";
import { database } from "./running-app";

type Row = { id: string; reason: string; count: number; evidence: string; lifted_at: Date | null };

/** The entry of an address, whether it suppresses or not. */
export const suppressed = async (email: string) =>
  (await database.rows<Row>("select * from suppressed_addresses where email = ?", [email]))[0];

/** Suppresses an address. @returns the id */
export const insertSuppressed = (email: string, reason = "hard", more: Record<string, unknown> = {}) =>
  insertRecord(database, "suppressed_addresses", { email, reason, ...more });
