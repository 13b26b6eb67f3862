import { type Fragment, raw, sql } from "db/sql";

/** Whether an email to a member makes sense at all: the address is verified, and the account stays. @param members name or alias of the table in the statement */
export const isReachable = (members: string): Fragment<object> =>
  raw(`(${members}.status = 'active' and ${members}.deletion_requested_at is null)`);

/** Whether a member gets any newsletter. @param members as above */
export const wantsAnyNewsletter = (members: string): Fragment<object> =>
  raw(`exists (select from newsletters n
    left join newsletter_choices c on c.member_id = ${members}.id and c.newsletter = n.newsletter
   where n.ended_at is null
     and coalesce(c.is_on, ${members}.remind_by_mail and n.newsletter not like 'own-%'))`);

/** Whether a member did not end what staff write to many: by its own choice, or with all newsletters. @param members as above */
export const wantsMessages = (members: string): Fragment<object> =>
  sql`(${raw(`${members}.gets_messages`)} and ${wantsAnyNewsletter(members)})`;
