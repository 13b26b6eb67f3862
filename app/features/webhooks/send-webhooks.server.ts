import { Webhook, WebhookDelivery } from "db/entities/webhook";
import { columnsAs } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { array, bool, int, literal, type RowOf, sql, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { Webhook as Signer } from "standardwebhooks";
import type { Viewer } from "~/auth/viewer.server";
import { changeFor } from "~/features/changes-feed/changes.rules.server";
import { doClaimedWork } from "~/platform/jobs/claimed-work.server";
import { log } from "~/platform/log.server";
import { openSecret } from "~/platform/sealed-secret.server";
import { isStopping } from "~/platform/stopping-flag.server";
import { disableWithMail } from "./disable-webhook.server";
import { eventBody } from "./event-body.server";
import { disableWithoutKey, viewerFor } from "./plan-deliveries.server";
import { type WebhookAnswer, type WebhookTransport, webhookTransport } from "./webhook-transport.server";
import { PURPOSE } from "./webhooks.queries.server";
import { MAX_WEBHOOKS } from "./webhooks.rules.server";

/** Deliveries to one receiver at the same time; one, while it fails. */
const EACH = 4;

/** So no receiver waits for another one, however slow that is. */
const AT_ONCE = EACH * MAX_WEBHOOKS;

/** How often new deliveries are looked for while others are under way. */
const LOOK_AGAIN_MS = 500;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds after each failed attempt until the next one: three days in all. */
const WAITS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 20 * HOUR];
const ALL_WAITS = WAITS.reduce((sum, wait) => sum + wait);
const MOST_ATTEMPTS = WAITS.length + 1;

/** The most that a receiver may ask us to wait with a message, and with all others. */
const LONGEST_WAIT = 20 * HOUR;
const LONGEST_PAUSE = 15 * MINUTE;

/** Messages that a receiver refuses one after the other until it counts as failing. */
const REFUSALS = 5;

/** Deliveries that must have failed before a webhook is disabled. */
const FAILED_TO_DISABLE = 3;

/** Longer than any attempt takes: the process that began it is dead. */
const INTERRUPTED = sql`state = 'sending' and tried_at < now() - interval '60 seconds'`;

const DUE = sql`d.state = 'waiting' and d.next_at <= now()`;

const CLAIMED = {
  ...columnsAs("d", WebhookDelivery, "id", "kind", "recordId", "change", "reach", "changedAt", "attempts"),
  ...columnsAs("w", Webhook, "address", "sealed"),
  webhookId: uuid.from`w.id`,
  kinds: array(text).from`w.kinds`,
  keyId: uuid.orNull.from`w.key_id`,
  isFailing: bool.from`w.failing_since is not null`,
  previousSealed: text.orNull.from`case when w.previous_until > now() then w.previous_sealed end`,
  /** By the database's clock: those of the machines may differ. */
  triedAt: timestamp.present.from`d.tried_at`,
};
type Claimed = RowOf<typeof CLAIMED>;

/**
 * Committed before the delivery leaves. The webhook that was not tried for longest, as for channels: one that somebody
 * else claimed since this statement began is left out, because `o` is still the former row.
 */
const CLAIM = statement("webhooks.claim", CLAIMED)`
  with receiver as (
    select w.id from webhooks w
     where w.enabled and coalesce(w.retry_at <= now(), true)
       and exists (select from webhook_deliveries d where d.webhook_id = w.id and ${DUE})
       and (select count(*) from webhook_deliveries d where d.webhook_id = w.id and d.state = 'sending'
              and d.tried_at > now() - interval '20 seconds')
           < case when w.failing_since is null then ${EACH} else 1 end
       and w.tried_at is not distinct from (select o.tried_at from webhooks o where o.id = w.id)
     order by w.tried_at nulls first, w.id limit 1 for update skip locked),
  tried as (
    update webhooks set tried_at = clock_timestamp() where id = (select id from receiver)),
  next as (
    select d.id from webhook_deliveries d where d.webhook_id = (select id from receiver) and ${DUE}
     order by d.next_at, d.id limit 1)
  update webhook_deliveries d set state = 'sending', tried_at = clock_timestamp(), attempts = d.attempts + 1
    from webhooks w where w.id = d.webhook_id and d.id = (select id from next) and d.state = 'waiting'
  returning ${CLAIMED}`;

/** Nobody knows whether the receiver has it: it gets it again, with the same id. One that ends each process fails. */
const RETURN_INTERRUPTED = command("webhooks.return-interrupted")`
  update webhook_deliveries set state = case when attempts < ${MOST_ATTEMPTS} then 'waiting' else 'failed' end,
         ended_at = case when attempts >= ${MOST_ATTEMPTS} then now() end, next_at = now(),
         reason = 'The server stopped while it was sent.'
   where webhook_id in (select id from webhooks) and ${INTERRUPTED}`;

/** Sends until nothing is due. Several processes can do so at the same time. */
export async function sendWebhooks(transport: WebhookTransport = webhookTransport()): Promise<void> {
  await RETURN_INTERRUPTED.run();
  await doClaimedWork({
    claim: () => CLAIM.first(),
    work: async (delivery) => record(delivery, await attempt(delivery, transport)),
    atOnce: AT_ONCE,
    goesOn: () => !isStopping(),
    lookAgainMs: LOOK_AGAIN_MS,
    whileBusy: () => RETURN_INTERRUPTED.run(),
  });
}

/** `ended`, `waits`: it was not sent, which is not its receiver's failure; it fails, or waits as after one. */
type Result = Omit<WebhookAnswer, "outcome"> & { outcome: WebhookAnswer["outcome"] | "ended" | "waits" };

const notSent = (outcome: "ended" | "waits", reason: string): Result => ({
  ...{ outcome, reason },
  ...{ status: null, answer: null },
});

/** Whether its receiver may learn of it now. The kinds and the key may have changed since it was planned. */
const isTold = ({ kinds, kind, change, reach }: Claimed, viewer: Viewer): boolean =>
  change === "test" ||
  (kinds.includes(kind) &&
    (change === "closed" || changeFor(viewer, { kind, change, shown: change, reach }) !== undefined));

async function attempt(delivery: Claimed, transport: WebhookTransport): Promise<Result> {
  try {
    const { id, webhookId, address, keyId, sealed, previousSealed, triedAt } = delivery;
    const viewer = await viewerFor(keyId);
    if (!viewer) {
      await disableWithoutKey();
      return notSent("waits", "Its API key was revoked or has expired.");
    }
    if (!isTold(delivery, viewer)) return notSent("ended", "Its webhook may not have this any more.");
    const secrets = [sealed, ...(previousSealed ? [previousSealed] : [])].flatMap(
      (each) => openSecret(PURPOSE, webhookId, each)?.secret ?? [],
    );
    if (secrets.length === 0)
      return notSent("waits", "The server’s secret has changed: create a new secret for the webhook.");
    const body = await eventBody(delivery, viewer);
    if (body === undefined) return notSent("ended", "Its result is not public any more.");
    const messageId = `msg_${id}`;
    const headers = {
      "webhook-id": messageId,
      "webhook-timestamp": String(Math.floor(triedAt.getTime() / 1000)),
      "webhook-signature": secrets
        .map((secret) => new Signer(secret).sign(messageId, triedAt, body))
        .join(" "),
    };
    return await transport.post(address, headers, body, delivery.kind);
  } catch (error) {
    log().error({ deliveryId: delivery.id, err: error }, "webhook not sent");
    return notSent("waits", "It could not be written.");
  }
}

/** Another process may have taken it for dead. */
const OURS = sql`id = ${uuid("id")} and state = 'sending' and attempts = ${int("attempts")}`;
const ANSWERED = sql`status = ${int.orNull("status")}, answer = ${text.orNull("answer")}, reason = ${text.orNull("reason")}`;

const END = command("webhooks.end-delivery")`
  update webhook_deliveries set state = ${literal(["delivered", "failed"])("state")}, ended_at = now(), ${ANSWERED}
   where ${OURS}`;
const WAIT = command("webhooks.wait")`
  update webhook_deliveries set state = 'waiting', next_at = now() + make_interval(secs => ${int("seconds")}), ${ANSWERED}
   where ${OURS}`;

/** What came of the former address says nothing of another one. */
const CLAIMED_ADDRESS = sql`id = ${uuid("webhookId")} and address = ${text("address")}`;

/** Only an attempt that began after the last failure. At most every five seconds, unless it says something new: its row is needed for other deliveries. */
const NOTE_SUCCESS = statement("webhooks.note-success", { id: uuid })`
  update webhooks set last_success_at = now(), failures = 0, failing_since = null, retry_at = null
   where ${CLAIMED_ADDRESS} and (failed_at is null or failed_at <= ${timestamp("triedAt")})
     and (failures > 0 or failing_since is not null or last_success_at is null
       or last_success_at < now() - interval '5 seconds')
  returning id`;

/** Rows per statement. */
const PART = 1_000;
const RELEASED = { count: int.from`count(*)::int` };
/** What failed because its receiver did, which does so no longer. */
const RELEASE = statement("webhooks.release", RELEASED)`
  with failed as (
    select d.id from webhook_deliveries d
     where d.webhook_id = ${uuid("webhookId")} and d.state = 'waiting' and d.next_at > now()
       and (d.status is null or d.status >= 500 or d.status in (408, 425))
     order by d.next_at, d.id limit ${PART} for update skip locked),
  released as (update webhook_deliveries set next_at = now() where id in (select id from failed) returning 1)
  select ${RELEASED} from released`;

/** A quarter of the time since it began to fail, so that it is asked often at first: from five seconds to five minutes. */
const PAUSE = sql`least(300, greatest(5, extract(epoch from now() - coalesce(failing_since, now())) / 4))`;
const IS_FAILING = sql`(${bool("isIll")}::boolean or failures >= ${REFUSALS - 1})`;
const FAILED = sql`select from webhook_deliveries d
  where d.webhook_id = webhooks.id and d.state in ('waiting', 'failed') and d.change <> 'test'
    and d.tried_at > failing_since - interval '1 minute'
  limit ${FAILED_TO_DISABLE}`;
const FAILING = {
  isDead: bool.from`coalesce(failing_since <= now() - make_interval(secs => ${ALL_WAITS}), false)
    and (select count(*) from (${FAILED}) f) = ${FAILED_TO_DISABLE}`,
};
const NOTE_FAILURE = statement("webhooks.note-failure", FAILING)`
  update webhooks set failures = failures + 1, failed_at = now(),
         failing_since = coalesce(failing_since, case when ${IS_FAILING} then now() end),
         retry_at = case when ${IS_FAILING}
           then greatest(retry_at, now() + make_interval(secs => greatest(${PAUSE}, ${int("pause")}::int))) else retry_at end
   where ${CLAIMED_ADDRESS} returning ${FAILING}`;

/** Whether no answer, or this one, is about the receiver and not about the message. */
const isIll = (status: number | null): boolean =>
  status === null || status >= 500 || [408, 425, 429].includes(status);

/** Writes what became of an attempt. If the process dies before, the delivery is sent again. */
async function record(delivery: Claimed, answer: Result): Promise<void> {
  const { id, attempts, webhookId, isFailing } = delivery;
  const isWell = await em().transactional(async (manager) => {
    if (answer.outcome !== "delivered") return void (await recordFailure(delivery, answer, manager));
    await END.run({ id, attempts, state: "delivered", ...kept(answer) }, manager);
    return NOTE_SUCCESS.first(delivery, manager);
  });
  if (isFailing && isWell) while ((await RELEASE.first({ webhookId }))?.count === PART);
}

const kept = ({ status, answer, reason }: Result) => ({ status, answer, reason });

async function recordFailure(
  { id, attempts, webhookId, address, change }: Claimed,
  answer: Result,
  manager: EntityManager,
): Promise<void> {
  const isGone = answer.outcome === "gone";
  const isLast = isGone || answer.outcome === "ended" || change === "test";
  const wait = isLast ? undefined : WAITS[attempts - 1];
  const retryAfter = Math.min(answer.retryAfter ?? 0, LONGEST_WAIT);
  if (wait === undefined) await END.run({ id, attempts, state: "failed", ...kept(answer) }, manager);
  else await WAIT.run({ id, attempts, seconds: Math.max(wait, retryAfter), ...kept(answer) }, manager);
  if ((!isGone && answer.outcome !== "failed") || change === "test") return;
  const pause = Math.min(retryAfter, LONGEST_PAUSE);
  const noted = await NOTE_FAILURE.first({ webhookId, address, pause, isIll: isIll(answer.status) }, manager);
  if (isGone && noted)
    await disableWithMail(webhookId, "The receiver answered with status 410: it is gone.", manager);
  else if (noted?.isDead)
    await disableWithMail(webhookId, "For three days it accepted nothing that was sent.", manager);
}
