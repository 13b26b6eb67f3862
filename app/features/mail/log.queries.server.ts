import { Mail, type MailState } from "db/entities/mail";
import { columnsAs } from "db/entity-columns.server";
import { array, int, text } from "db/sql";
import { statement } from "db/statement.server";

/** An email in the staff's log: its delivery, not its content. */
export type LoggedMail = {
  id: string;
  subject: string;
  state: MailState;
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  sentAt: Date | null;
};

const LOGGED = columnsAs("m", Mail, "id", "subject", "state", "attempts", "lastError", "createdAt", "sentAt");
// Each address uses the index of its own newest emails. An `any` would sort all of them.
const NEWEST = statement("mails.newest-to", LOGGED)`
  select ${LOGGED}
    from unnest(${array(text)("addresses")}::text[]) as a (address)
    cross join lateral (select * from mails where to_address = a.address
                         order by created_at desc, id desc limit ${int("limit")}) as m
   order by m.created_at desc, m.id desc limit ${int("limit")}`;

/** The newest emails to any of a member's addresses. */
export const newestMailsTo = (addresses: readonly string[], limit = 10): Promise<LoggedMail[]> =>
  NEWEST.all({ addresses: [...addresses], limit });
