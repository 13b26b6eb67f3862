import { randomUUID } from "node:crypto";
import { EDITION_STATES } from "db/entities/edition";
import { PUSH_KINDS, PushMessage } from "db/entities/push";
import { columnsAs } from "db/entity-columns.server";
import { isDatabaseUnavailable } from "db/orm.server";
import { bool, int, literal, type RowOf, sql, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { tiersThatRead } from "~/access/access.server";
import { config } from "~/platform/config.server";
import { enqueueUnlessWaiting } from "~/platform/jobs/queue.server";
import { PUSH_QUEUE } from "~/platform/jobs/queue-names";
import { log } from "~/platform/log.server";
import { isStopping } from "~/platform/stopping-flag.server";
import { audienceNow } from "../record-audience.server";
import { pushSender } from "../sender-lease.server";
import { PUSH_WORDS, type Push, pushPayload } from "./push.rules";
import { nextBatch, type PushReaders, recordTurns, type Target, type Turn } from "./push-targets.server";
import { openPushTransport, type PushTransport } from "./push-transport.server";

/** A job expires after 120 seconds, and a stopping server waits 10. */
const TURN_MS = 40_000;

/** Seconds after which nobody wants to be disturbed by it any more; push services forget it then, too. */
const LIFETIME = 4 * 3600;

/** Seconds before the next attempt, unless the push service names others. After the last it has failed. */
const WAITS = [30, 120, 600];

/** What a push service may ask for, in seconds. */
const SHORTEST_WAIT = 10;
const LONGEST_WAIT = 900;

/** Seconds before a push is tried again that failed for a reason of ours. */
const BROKEN_SECONDS = 60;

const MESSAGE = {
  ...columnsAs("p", PushMessage, "id", "sentTo", "walkedAt"),
  memberId: uuid.orNull.from`p.member_id`,
  kind: literal(PUSH_KINDS).from`coalesce(e.newsletter, 'prices')`,
  recordId: uuid.orNull.from`e.record_id`,
  state: literal(EDITION_STATES).orNull.from`e.state`,
  hasTeaser: bool.from`exists (select from edition_bodies b where b.edition_id = e.id and b.extent = 'teaser')`,
  secondsLeft: int.from`${LIFETIME} - extract(epoch from now() - p.created_at)::int`,
};
type Message = RowOf<typeof MESSAGE>;

const RETRY = sql`select from push_retries r where r.message_id = p.id`;

/** Trade alerts and price alerts first. Those of a paused edition wait. */
const NEXT = statement("push.next", MESSAGE)`
  select ${MESSAGE} from push_messages p left join editions e on e.id = p.edition_id
   where p.ended_at is null and p.due_at <= now() and coalesce(e.state <> 'paused', true)
     and (p.walked_at is null or exists (${RETRY} and r.due_at <= now()) or not exists (${RETRY}))
   order by coalesce(e.newsletter <> 'alerts', false), p.created_at, p.id limit 1`;

const FORGET_RETRIES = command("push.forget-retries-of")`
  delete from push_retries where message_id = ${uuid("id")}`;
const END = command("push.end")`
  update push_messages set ended_at = now() where id = ${uuid("id")} and ended_at is null`;
const POSTPONE = command("push.postpone")`
  update push_messages set due_at = now() + make_interval(secs => ${int("seconds")}) where id = ${uuid("id")}`;

/** Requests a turn if there is work and nobody does it. */
export async function requestPushTurn(): Promise<void> {
  if ((await NEXT.first()) && (await pushSender.isFree())) await enqueueUnlessWaiting(PUSH_QUEUE);
}

/** Sends until nothing is due, or for one turn. Does nothing if another process sends. */
export async function sendPushes(
  open: () => PushTransport | Promise<PushTransport> = openPushTransport,
): Promise<void> {
  const lease = randomUUID();
  if (!(await pushSender.take(lease))) return;
  try {
    const transport = await open();
    await pushSender.keep(lease, () => sendForOneTurn(transport, lease)).finally(() => transport.close());
  } finally {
    await pushSender.release(lease);
  }
}

async function sendForOneTurn(transport: PushTransport, lease: string): Promise<void> {
  const ends = performance.now() + TURN_MS;
  while (performance.now() < ends && !isStopping() && (await pushSender.renew(lease))) {
    const message = await NEXT.first();
    if (!message) return;
    await tryStep(message, transport);
  }
}

/** A push that cannot be sent waits, so that it does not keep the others back. */
async function tryStep(message: Message, transport: PushTransport): Promise<void> {
  try {
    await step(message, transport);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log().error({ messageId: message.id, err: error }, "push not sent");
    await POSTPONE.run({ id: message.id, seconds: BROKEN_SECONDS });
  }
}

async function step(message: Message, transport: PushTransport): Promise<void> {
  const readers = await readersNow(message);
  const batch = readers && (await nextBatch(message, readers));
  if (!batch || (message.walkedAt && batch.targets.length === 0)) {
    await FORGET_RETRIES.run({ id: message.id });
    return END.run({ id: message.id });
  }
  const push = pushOf(message, readers);
  const outcomes = await inParallel(transport.connections, batch.targets, (target) =>
    pushTo(target, message, () => transport.send(target, push)),
  );
  await recordTurns(message, batch, outcomes);
}

/** Who may get it now; undefined if nobody any more. */
async function readersNow(message: Message): Promise<PushReaders | undefined> {
  const { kind, recordId, state, hasTeaser, secondsLeft } = message;
  if (secondsLeft <= 0 || state === "cancelled") return undefined;
  const audience = kind === "prices" || !recordId ? "everybody" : await audienceNow(kind, recordId);
  return audience && { kind, wholeTiers: tiersThatRead(audience), hasTeaser };
}

function pushOf({ id, recordId, secondsLeft }: Message, { kind }: PushReaders): Push {
  const { list } = PUSH_WORDS[kind];
  const path = recordId ? `${list}/${recordId}` : list;
  const payload = pushPayload(kind, path, config().siteName);
  return { messageId: id, kind, path, payload, ttlSeconds: secondsLeft };
}

/** A device that failed last time is asked after all others, which do not wait for it. */
async function pushTo(
  { id, failures, attempts, mayGet }: Target,
  { walkedAt }: Message,
  send: () => ReturnType<PushTransport["send"]>,
): Promise<Turn> {
  if (!mayGet) return { id, attempts, outcome: "skipped" };
  if (failures > 0 && !walkedAt) return { id, attempts, outcome: "later", waitSeconds: 0 };
  const answer = await send();
  if (answer.outcome !== "later") return { id, attempts, ...answer };
  const { reason, retryAfter } = answer;
  const wait = WAITS[attempts];
  if (wait === undefined) return { id, attempts, outcome: "failed", reason };
  const waitSeconds = Math.min(LONGEST_WAIT, Math.max(SHORTEST_WAIT, retryAfter ?? wait));
  return { id, attempts: attempts + 1, outcome: "later", waitSeconds };
}

/** Runs `work` for all, `atOnce` at a time, each as soon as another one ends. */
async function inParallel<Item, Result>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
