import { randomUUID } from "node:crypto";
import { Intent as IntentRow } from "db/entities/intent";
import { columns, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { bool, int, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { sweep } from "db/sweep.server";
import { decrypt, encrypt } from "~/platform/encryption.server";
import { tryConsumeLimit } from "~/web/rate-limits.server";
import type { RequestArgs } from "~/web/request-args.server";
import { INTENT_MINUTES, type Intent, intentSchema } from "./intent.rules";
import { intentCookie, readIntentId } from "./intent-cookie.server";

const PURPOSE = "intent";

const encryptIntent = (id: string, intent: Intent): string =>
  encrypt(PURPOSE, id, Buffer.from(JSON.stringify(intent)));

/**
 * The intent in a row; undefined when another secret encrypted it or another release wrote another format.
 */
function decryptIntent(id: string, sealed: string): Intent | undefined {
  const opened = decrypt(PURPOSE, id, sealed);
  const read = opened && intentSchema.safeParse(JSON.parse(opened.bytes.toString()));
  return read?.success ? read.data : undefined;
}

const ADD = command("intents.add")`
  insert into intents (id, sealed, expires_at)
  values (${uuid("id")}, ${text("sealed")}, now() + make_interval(mins => ${int("minutes")}))`;

/** The intent of a registration: an existing row, or the data for a new one. */
export type RegistrationIntent = { id: string } | { intent: Intent };

/** Stores the intent of a registration for an hour. @returns the row's id */
export const intentIdFor = async (
  manager: EntityManager,
  given: RegistrationIntent | undefined,
): Promise<string | undefined> => given && ("id" in given ? given.id : addIntent(given.intent, manager));

async function addIntent(intent: Intent, manager?: EntityManager): Promise<string> {
  const id = randomUUID();
  await ADD.run({ id, sealed: encryptIntent(id, intent), minutes: INTENT_MINUTES }, manager);
  return id;
}

const CHANGE = statement("intents.change", columns(IntentRow, "id"))`
  update intents set sealed = ${text("sealed")}, expires_at = now() + make_interval(mins => ${int("minutes")})
   where id = ${uuid("id")} and member_id is null and expires_at > now() returning id`;

/**
 * Stores a visitor's choice and replaces the earlier one of the same browser; a registration that referred to
 * it continues with the new choice. A network that stores too many is refused; its visitors only have what
 * the address carries.
 * @returns the cookie header, if the choice was stored
 */
export async function saveIntent(
  { request, context }: RequestArgs,
  intent: Intent,
): Promise<string | undefined> {
  if ((await tryConsumeLimit({ "intent-network": context.ip })) !== undefined) return undefined;
  const before = readIntentId(request);
  const changedText = before && encryptIntent(before, intent);
  const changed =
    before &&
    changedText &&
    (await CHANGE.first({ id: before, sealed: changedText, minutes: INTENT_MINUTES }));
  return intentCookie(changed ? changed.id : await addIntent(intent));
}

const KEPT = columns(IntentRow, "id", "sealed");
const OF_BROWSER = statement("intents.of-browser", KEPT)`
  select ${KEPT} from intents where id = ${uuid("id")} and member_id is null and expires_at > now()`;

/** This browser's intent, while it belongs to no member. */
export async function browserIntent(request: Request): Promise<{ id: string; intent: Intent } | undefined> {
  const id = readIntentId(request);
  const row = id === undefined ? undefined : await OF_BROWSER.first({ id });
  const intent = row && decryptIntent(row.id, row.sealed);
  return intent && { id: row.id, intent };
}

const GIVE = command("intents.give")`
  update intents set member_id = ${uuid("memberId")} where id = ${uuid("id")} and member_id is null`;

/**
 * Assigns the intent to the member whose address was verified. An assigned intent never changes its owner.
 */
export const assignIntent = (manager: EntityManager, id: string, memberId: string): Promise<void> =>
  GIVE.run({ id, memberId }, manager);

/**
 * How long a used intent can be found again, in seconds: for a double click, or a page that continues
 * automatically.
 */
const REUSE_SECONDS = 60;

const TAKEN = {
  ...columnsAs("i", IntentRow, "id", "sealed"),
  isFresh: bool.from`i.is_fresh`,
  isAgain: bool.from`i.is_again`,
};
const TAKE = statement("intents.take", TAKEN)`
  with i as (select id, sealed, expires_at > now() as is_fresh, used_at is not null as is_again from intents
              where member_id = ${uuid("memberId")}
                and (used_at is null or used_at > now() - make_interval(secs => ${REUSE_SECONDS}))
              order by created_at desc limit 1 for update)
  update intents set used_at = coalesce(intents.used_at, now()) from i where intents.id = i.id returning ${TAKEN}`;

/**
 * A member's intent.
 * @property isFresh not older than an hour
 * @property isAgain it was already used a moment ago
 */
export type TakenIntent = { intent: Intent; isFresh: boolean; isAgain: boolean };

/**
 * Takes the intent that a member had when they registered. Of several simultaneous requests one gets it
 * first; a minute later it is gone.
 */
export async function takeIntent(memberId: string): Promise<TakenIntent | undefined> {
  const row = await TAKE.first({ memberId });
  const intent = row && decryptIntent(row.id, row.sealed);
  return intent && { intent, isFresh: row.isFresh, isAgain: row.isAgain };
}

const WAITS = { waits: bool.from`true` };
const WAITING = statement("intents.waiting", WAITS)`
  select ${WAITS} from intents where member_id = ${uuid("memberId")} and used_at is null limit 1`;

/** Whether a member has an unused intent. */
export const hasIntent = async (memberId: string): Promise<boolean> =>
  (await WAITING.first({ memberId })) !== undefined;

const FORGET = command("intents.forget")`delete from intents where member_id = ${uuid("memberId")}`;

/** Deletes the intents of a member whose account is deleted. */
export const deleteIntents = (manager: EntityManager, memberId: string): Promise<void> =>
  FORGET.run({ memberId }, manager);

/**
 * Deletes a batch of intents one day after they expire. Until then, an expired link can explain itself.
 * @returns the number of deleted rows
 */
export const sweepIntents = sweep("intents.sweep", "intents", "expires_at < now() - interval '1 day'");
