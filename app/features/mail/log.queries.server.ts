import { Mail } from "db/entities/mail";
import { columns } from "db/entity-columns.server";
import { int, text } from "db/sql";
import { statement } from "db/statement.server";

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

const LOGGED = columns(Mail, "id", "subject", "state", "attempts", "lastError", "createdAt", "sentAt");
const NEWEST = statement("mails.newest-to", LOGGED)`
  select ${LOGGED} from mails where to_address = ${text("address")}
   order by created_at desc, id desc limit ${int("limit")}`;

/** The newest mails to an address. */
export const newestMailsTo = (address: string, limit = 10): Promise<LoggedMail[]> =>
  NEWEST.all({ address, limit });
