import { type EntityManager, em } from "db/orm.server";
import { array, bool, float, int, sql, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { viewerOfKey } from "~/auth/keys/api-keys.server";
import { VISITOR, type Viewer } from "~/auth/viewer.server";
import { changesAfter } from "~/features/changes-feed/changes.queries.server";
import { changeFor } from "~/features/changes-feed/changes.rules.server";
import { wakeQueue } from "~/platform/jobs/queue.server";
import { WEBHOOK_QUEUE } from "~/platform/jobs/queue-names";
import { disableWithMail } from "./disable-webhook.server";

/** Changes per turn of one webhook, in one transaction. */
const BATCH = 1_000;

const BEHIND = {
  id: uuid.from`w.id`,
  kinds: array(text).from`w.kinds`,
  keyId: uuid.orNull.from`w.key_id`,
  readTo: float.from`w.read_to::float8`,
  newest: float.from`n.newest::float8`,
};

const IS_BEHIND = sql`from webhooks w join change_numbers n on n.one = 1 where w.enabled and w.read_to < n.newest`;
const FIND_BEHIND = statement("webhooks.behind", { id: BEHIND.id })`
  select ${{ id: BEHIND.id }} ${IS_BEHIND} order by w.read_to, w.id`;

/** Of several processes one plans for a webhook at a time: the others skip its row. */
const LOCK_BEHIND = statement("webhooks.lock-behind", BEHIND)`
  select ${BEHIND} ${IS_BEHIND} and w.id = ${uuid("id")} for update of w skip locked`;

/** What was not tried yet tells of the newest change: its record is read when it is sent. */
const PLAN = command("webhooks.plan")`
  insert into webhook_deliveries (webhook_id, number, kind, record_id, change, reach, changed_at)
  select ${uuid("id")}, t.number::bigint, t.kind, t.record_id, t.change, t.reach, t.at
    from unnest(${array(float)("numbers")}::float8[], ${array(text)("kinds")}::text[], ${array(uuid)("recordIds")}::uuid[],
                ${array(text)("changes")}::text[], ${array(int)("reaches")}::int[], ${array(timestamp)("times")}::timestamptz[])
      as t (number, kind, record_id, change, reach, at)
  on conflict (webhook_id, kind, record_id) where state = 'waiting' and tried_at is null and change <> 'test' do update
     set number = excluded.number, change = excluded.change, changed_at = excluded.changed_at,
         reach = greatest(webhook_deliveries.reach, excluded.reach)`;
const MOVE = command("webhooks.move")`
  update webhooks set read_to = ${float("readTo")}::float8::bigint where id = ${uuid("id")}`;

/**
 * Plans a delivery for each record that changed and of which a webhook learns. Its place moves in the same transaction,
 * so every change is planned once, by any number of processes.
 * @throws the first error, after all other webhooks were planned for
 */
export async function planDeliveries(): Promise<void> {
  await disableWithoutKey();
  const errors: unknown[] = [];
  for (const { id } of await FIND_BEHIND.all())
    try {
      while (await em().transactional((manager) => planNext(id, manager)));
    } catch (error) {
      errors.push(error);
    }
  if (errors.length > 0) throw errors[0];
}

/** @returns whether the webhook was behind */
async function planNext(id: string, manager: EntityManager): Promise<boolean> {
  const webhook = await LOCK_BEHIND.first({ id }, manager);
  if (!webhook) return false;
  const { kinds, keyId, readTo, newest } = webhook;
  const viewer = await viewerFor(keyId, manager);
  const found = await changesAfter(readTo, BATCH, manager);
  const events = latestOf(
    found.flatMap((change) => {
      const learned = kinds.includes(change.kind) && viewer ? learnedBy(viewer, change) : undefined;
      return learned ? [{ ...change, change: learned }] : [];
    }),
  );
  if (events.length > 0) {
    await PLAN.run(
      {
        id,
        numbers: events.map(({ number }) => number),
        kinds: events.map(({ kind }) => kind),
        recordIds: events.map(({ recordId }) => recordId),
        changes: events.map(({ change }) => change),
        reaches: events.map(({ reach }) => reach),
        times: events.map(({ at }) => at),
      },
      manager,
    );
    await wakeQueue(WEBHOOK_QUEUE, manager);
  }
  const last = found.at(-1)?.number ?? 0;
  // What is swept or thinned leaves gaps; every number up to the newest was committed before it was read.
  await MOVE.run({ id, readTo: found.length < BATCH ? Math.max(newest, last) : last }, manager);
  return true;
}

/** The last change of each record, for those who learn of any of them. */
function latestOf<Event extends { kind: string; recordId: string; reach: number }>(events: Event[]): Event[] {
  const latest = new Map<string, Event>();
  for (const event of events) {
    const record = `${event.kind} ${event.recordId}`;
    latest.set(record, { ...event, reach: Math.max(event.reach, latest.get(record)?.reach ?? 0) });
  }
  return [...latest.values()];
}

/** Whose eyes a webhook has; undefined if its key is expired or revoked. */
export const viewerFor = async (
  keyId: string | null,
  manager?: EntityManager,
): Promise<Viewer | undefined> => (keyId === null ? VISITOR : viewerOfKey(keyId, manager));

/** The result of a call is public when it is noted, so everybody learns of it. */
const learnedBy = (viewer: Viewer, change: Parameters<typeof changeFor>[1]) =>
  change.kind === "calls" ? "closed" : changeFor(viewer, change)?.change;

const KEYLESS = { id: uuid.from`w.id`, isRevoked: bool.from`k.revoked_at is not null` };
const IS_KEYLESS = sql`webhooks w join api_keys k on k.id = w.key_id
   where w.enabled and (k.revoked_at is not null or k.expires_at <= now())`;
const FIND_KEYLESS = statement("webhooks.keyless", KEYLESS)`select ${KEYLESS} from ${IS_KEYLESS}`;

/** Somebody may have chosen another key since it was found. */
const LOCK_KEYLESS = statement("webhooks.lock-keyless", KEYLESS)`
  select ${KEYLESS} from ${IS_KEYLESS} and w.id = ${uuid("id")} for update of w`;

/** A webhook without its key could only guess what its receiver may know. */
export async function disableWithoutKey(): Promise<void> {
  for (const { id } of await FIND_KEYLESS.all())
    await em().transactional(async (manager) => {
      const keyless = await LOCK_KEYLESS.first({ id }, manager);
      if (!keyless) return;
      const reason = keyless.isRevoked ? "Its API key was revoked." : "Its API key has expired.";
      await disableWithMail(id, reason, manager);
    });
}
