import { type Newsletter, OPEN_NEWSLETTERS } from "db/entities/newsletter";
import type { EntityManager } from "db/orm.server";
import { array, bool, literal, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { sweep } from "db/sweep.server";
import { hasAccount } from "./choices.queries.server";

const open = array(literal(OPEN_NEWSLETTERS));

const REQUESTED = { id: uuid.from`s.id`, hasAccount: bool.from`${hasAccount("s")}` };
const REQUEST = statement("subscribers.request", REQUESTED)`
  insert into subscribers as s (email, requested) values (${text("email")}, ${open("requested")}::text[])
  on conflict (email) do update set requested = excluded.requested, changed_at = now()
  returning ${REQUESTED}`;

type OpenNewsletter = (typeof OPEN_NEWSLETTERS)[number];

/**
 * Keeps what was requested for an address until its owner confirms it. What they get already stays.
 * @param email normalised
 */
export async function requestNewsletters(
  request: { email: string; requested: OpenNewsletter[] },
  manager: EntityManager,
): Promise<{ id: string; hasAccount: boolean }> {
  const found = await REQUEST.first(request, manager);
  if (!found) throw new Error("a subscriber was not kept");
  return found;
}

const ASKED = {
  newsletters: array(literal(OPEN_NEWSLETTERS)).from`array(select distinct unnest(newsletters || requested))`,
};
const PENDING = statement("subscribers.pending", ASKED)`
  select ${ASKED} from subscribers where id = ${uuid("id")}`;

/** What a subscriber gets after confirming. Undefined if there is no such subscriber. */
export const pendingNewsletters = async (id: string): Promise<Newsletter[] | undefined> =>
  (await PENDING.first({ id }))?.newsletters;

const CONFIRM = statement("subscribers.confirm", ASKED)`
  update subscribers
     set newsletters = array(select distinct unnest(newsletters || requested)), requested = '{}',
         confirmed_at = coalesce(confirmed_at, now()), changed_at = now()
   where id = ${uuid("id")} returning ${ASKED}`;

/** Confirms the address and starts what was requested. Undefined if there is no such subscriber. */
export const confirmSubscriber = async (id: string): Promise<Newsletter[] | undefined> =>
  (await CONFIRM.first({ id }))?.newsletters;

/** Deletes a batch of subscribers who confirmed nothing, or ended everything, a month ago. @returns how many */
export const sweepSubscribers = sweep(
  "subscribers.sweep",
  "subscribers",
  "changed_at < now() - interval '30 days' and newsletters = '{}'",
);
