import { query } from "db/query.server";

/** A mail as the staff's log has it: how it went, not what it says. */
export type LoggedMail = {
  id: string;
  subject: string;
  state: "queued" | "sent" | "failed";
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  sentAt: Date | null;
};

/** The newest mails to an address. */
export function newestMailsTo(address: string, limit = 10): Promise<LoggedMail[]> {
  return query(
    `select id, subject, state, attempts, last_error as "lastError", created_at as "createdAt", sent_at as "sentAt"
       from mails where to_address = ? order by created_at desc, id desc limit ?`,
    [address, limit],
  );
}
