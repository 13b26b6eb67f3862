import { randomUUID } from "node:crypto";
import { Intent as IntentRow } from "db/entities/intent";
import { columns, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { bool, int, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { sweep } from "db/sweep.server";
import { seal, unseal } from "~/platform/sealed.server";
import { tryConsumeLimit } from "~/web/rate-limits.server";
import type { RequestArgs } from "~/web/request-args.server";
import { INTENT_MINUTES, type Intent, intentSchema } from "./intent.rules";
import { intentCookie, intentIdOf } from "./intent-cookie.server";

const PURPOSE = "intent";

const sealIntent = (id: string, intent: Intent): string =>
  seal(PURPOSE, id, Buffer.from(JSON.stringify(intent)));

/** What a row says; undefined where another secret sealed it, or a version of the site that kept something else. */
function openIntent(id: string, sealed: string): Intent | undefined {
  const opened = unseal(PURPOSE, id, sealed);
  const read = opened && intentSchema.safeParse(JSON.parse(opened.bytes.toString()));
  return read?.success ? read.data : undefined;
}

const ADD = command("intents.add")`
  insert into intents (id, sealed, expires_at)
  values (${uuid("id")}, ${text("sealed")}, now() + make_interval(mins => ${int("minutes")}))`;

/** What comes with a registration: a row that is there, or what makes one. */
export type RegistrationIntent = { id: string } | { intent: Intent };

/** Keeps what comes with a registration, for an hour. @returns the row's id */
export const intentIdFor = async (
  manager: EntityManager,
  given: RegistrationIntent | undefined,
): Promise<string | undefined> => given && ("id" in given ? given.id : addIntent(given.intent, manager));

async function addIntent(intent: Intent, manager?: EntityManager): Promise<string> {
  const id = randomUUID();
  await ADD.run({ id, sealed: sealIntent(id, intent), minutes: INTENT_MINUTES }, manager);
  return id;
}

const CHANGE = statement("intents.change", columns(IntentRow, "id"))`
  update intents set sealed = ${text("sealed")}, expires_at = now() + make_interval(mins => ${int("minutes")})
   where id = ${uuid("id")} and member_id is null and expires_at > now() returning id`;

/**
 * Keeps what a visitor has chosen, in the place of what the same browser chose before: a registration that came with that goes on
 * with the latest choice. A network that keeps very many is not served; its visitors find their choice in the address as far as it fits.
 * @returns the header by which the browser names it, if it was kept
 */
export async function keepIntent(
  { request, context }: RequestArgs,
  intent: Intent,
): Promise<string | undefined> {
  if ((await tryConsumeLimit({ "intent-network": context.ip })) !== undefined) return undefined;
  const before = intentIdOf(request);
  const sealed = before && sealIntent(before, intent);
  const changed = before && sealed && (await CHANGE.first({ id: before, sealed, minutes: INTENT_MINUTES }));
  return intentCookie(changed ? changed.id : await addIntent(intent));
}

const KEPT = columns(IntentRow, "id", "sealed");
const OF_BROWSER = statement("intents.of-browser", KEPT)`
  select ${KEPT} from intents where id = ${uuid("id")} and member_id is null and expires_at > now()`;

/** What this browser was about to do, while it is nobody's yet. */
export async function browserIntent(request: Request): Promise<{ id: string; intent: Intent } | undefined> {
  const id = intentIdOf(request);
  const row = id === undefined ? undefined : await OF_BROWSER.first({ id });
  const intent = row && openIntent(row.id, row.sealed);
  return intent && { id: row.id, intent };
}

const GIVE = command("intents.give")`
  update intents set member_id = ${uuid("memberId")} where id = ${uuid("id")} and member_id is null`;

/** Makes it the member's whose address was proved. What is somebody's stays theirs. */
export const giveIntent = (manager: EntityManager, id: string, memberId: string): Promise<void> =>
  GIVE.run({ id, memberId }, manager);

/** While a member goes on with it, in seconds: a second press, and a page that leads on by itself, find it once more. */
const GOING_SECONDS = 60;

const TAKEN = {
  ...columnsAs("i", IntentRow, "id", "sealed"),
  isFresh: bool.from`i.is_fresh`,
  isAgain: bool.from`i.is_again`,
};
const TAKE = statement("intents.take", TAKEN)`
  with i as (select id, sealed, expires_at > now() as is_fresh, used_at is not null as is_again from intents
              where member_id = ${uuid("memberId")}
                and (used_at is null or used_at > now() - make_interval(secs => ${GOING_SECONDS}))
              order by created_at desc limit 1 for update)
  update intents set used_at = coalesce(intents.used_at, now()) from i where intents.id = i.id returning ${TAKEN}`;

/** What a member goes on with. @property isFresh not older than an hour @property isAgain they were led on with it just now */
export type TakenIntent = { intent: Intent; isFresh: boolean; isAgain: boolean };

/** Takes what a member was about to do when they registered. Of any number of calls one gets it first, and later ones soon nothing. */
export async function takeIntent(memberId: string): Promise<TakenIntent | undefined> {
  const row = await TAKE.first({ memberId });
  const intent = row && openIntent(row.id, row.sealed);
  return intent && { intent, isFresh: row.isFresh, isAgain: row.isAgain };
}

const WAITS = { waits: bool.from`true` };
const WAITING = statement("intents.waiting", WAITS)`
  select ${WAITS} from intents where member_id = ${uuid("memberId")} and used_at is null limit 1`;

/** Whether something waits for a member to go on with. */
export const hasIntent = async (memberId: string): Promise<boolean> =>
  (await WAITING.first({ memberId })) !== undefined;

const FORGET = command("intents.forget")`delete from intents where member_id = ${uuid("memberId")}`;

/** Forgets those of a member whose account is deleted. */
export const forgetIntents = (manager: EntityManager, memberId: string): Promise<void> =>
  FORGET.run({ memberId }, manager);

/** Throws away what nobody goes on with any more, a part of it: as long as a link works, its bearer is told that it is over. @returns how many */
export const sweepIntents = sweep("intents.sweep", "intents", "expires_at < now() - interval '1 day'");
