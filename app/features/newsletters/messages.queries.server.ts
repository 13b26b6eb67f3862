import type { EntityManager } from "db/orm.server";
import { bool, type Fragment, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { isReachable, wantsMessages } from "~/access/wanted-emails.server";
import { isSuppressed } from "~/features/mail/suppressions.queries.server";

/** Whether a member gets what staff write to many. @param members name or alias of the table in the statement */
export const mayGetMessages = (members: string): Fragment<object> =>
  sql`(${isReachable(members)} and ${wantsMessages(members)} and not ${isSuppressed(`${members}.email`)})`;

const CHOICE = { isOn: bool.from`m.gets_messages`, isWanted: bool.from`${wantsMessages("m")}` };
const READ = statement("messages.choice", CHOICE)`
  select ${CHOICE} from members m where m.id = ${uuid("memberId")}`;

/** @returns undefined if there is no such member. @property isWanted false as well if they ended all newsletters */
export const messagesChoice = (memberId: string) => READ.first({ memberId });

const SET = statement("messages.choose", { id: uuid })`
  update members set gets_messages = ${bool("isOn")}, version = version + 1
   where id = ${uuid("memberId")} and gets_messages <> ${bool("isOn")} returning id`;

export const chooseMessages = async (
  choice: { memberId: string; isOn: boolean },
  manager?: EntityManager,
): Promise<void> => void (await SET.first(choice, manager));
