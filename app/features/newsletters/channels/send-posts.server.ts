import { Channel, ChannelPost } from "db/entities/channel";
import { EDITION_STATES, EDITION_VERSIONS, type EditionVersion } from "db/entities/edition";
import { columnsAs } from "db/entity-columns.server";
import { type EntityManager, em, isDatabaseUnavailable } from "db/orm.server";
import { bool, int, literal, type RowOf, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { doClaimedWork } from "~/platform/jobs/claimed-work.server";
import { enqueueUnlessWaiting } from "~/platform/jobs/queue.server";
import { CHANNEL_QUEUE } from "~/platform/jobs/queue-names";
import { log } from "~/platform/log.server";
import { openSecret } from "~/platform/sealed-secret.server";
import { isStopping } from "~/platform/stopping-flag.server";
import { postContent, testText } from "./channel-content.server";
import { channelMessage } from "./channel-messages.rules";
import { type ChannelAnswer, type ChannelTransport, openChannelTransport } from "./channel-transport.server";
import { type ListedChannel, storedSecretOf } from "./channels.queries.server";
import { CHANNEL, LIFETIMES, waitSeconds } from "./channels.rules";
import { addRecords } from "./queue-posts.server";

/** A job expires after 120 seconds, and a stopping server waits 10. */
const TURN_MS = 40_000;

/** Posts at the same time, each in another channel: a service that does not answer holds none of the others. */
const AT_ONCE = 5;

/** How often posts for other channels are looked for while a service does not answer. */
const LOOK_AGAIN_MS = 2_000;

/** Another instance may have the secret that ours does not have yet. */
const ATTEMPTS_TO_OPEN = 4;

/** Longer than any attempt takes: the process that began it is dead. */
const INTERRUPTED = sql`state = 'sending' and tried_at < now() - interval '60 seconds'`;

/** Posts of a paused edition wait. */
const WAITING = sql`p.state = 'waiting'
  and coalesce((select e.state <> 'paused' from editions e where e.id = p.edition_id), true)`;

/** A channel that can be posted in, and has a post. One at a time, so that they keep their order. */
const HAS_WORK = sql`c.active and coalesce(c.retry_at <= now(), true)
  and not exists (select from channel_posts p where p.channel_id = c.id and p.state = 'sending')
  and exists (select from channel_posts p where p.channel_id = c.id and ${WAITING})`;

const CLAIMED = {
  ...columnsAs("p", ChannelPost, "id", "newsletter", "recordId", "attempts", "reason"),
  ...columnsAs("c", Channel, "service", "chatId", "sealed", "tier", "failures"),
  channelId: uuid.from`c.id`,
  isWanted: bool.from`p.newsletter = any(c.newsletters)`,
  secondsOld: int.from`extract(epoch from now() - p.created_at)::int`,
  editionState: literal(EDITION_STATES).orNull
    .from`(select e.state from editions e where e.id = p.edition_id)`,
};
type Claimed = RowOf<typeof CLAIMED>;

/**
 * Committed before the post leaves: whatever happens then, nobody posts it again. Alerts first, and the channel that
 * was not tried for longest. One that somebody else claimed since this statement began is left out: once its row is
 * locked, PostgreSQL checks the new row, and `o` is still the former one.
 */
const CLAIM = statement("channels.claim", CLAIMED)`
  with channel as (
    select c.id from channels c where ${HAS_WORK}
       and c.tried_at is not distinct from (select o.tried_at from channels o where o.id = c.id)
     order by c.tried_at nulls first, c.id limit 1 for update skip locked),
  tried as (
    update channels set tried_at = clock_timestamp() where id = (select id from channel)),
  next as (
    select p.id from channel_posts p where p.channel_id = (select id from channel) and ${WAITING}
     order by p.newsletter <> 'alerts', p.created_at, p.id limit 1)
  update channel_posts p set state = 'sending', tried_at = clock_timestamp(), attempts = p.attempts + 1
    from channels c where c.id = p.channel_id and p.id = (select id from next) and p.state = 'waiting'
  returning ${CLAIMED}`;

const HAS_POSTS = statement("channels.has-posts", { id: uuid })`
  select c.id from channels c where ${HAS_WORK}
     or exists (select from channel_posts p where p.channel_id = c.id and ${INTERRUPTED}) limit 1`;

const MARK_INTERRUPTED = command("channels.mark-interrupted")`
  with ended as (
    update channel_posts set state = 'unknown', ended_at = now(), reason = 'The server stopped while it was posted.'
     where ${INTERRUPTED} returning channel_id, reason)
  update channels c set last_error = ended.reason, last_error_at = now() from ended where ended.channel_id = c.id`;

/** Requests a turn if there is work. */
export async function requestPostTurn(): Promise<void> {
  await addRecords();
  if (await HAS_POSTS.first()) await enqueueUnlessWaiting(CHANNEL_QUEUE);
}

/** Posts until nothing is due, or for one turn. Several processes can do so at the same time. */
export async function sendPosts(transport: ChannelTransport = openChannelTransport()): Promise<void> {
  const ends = performance.now() + TURN_MS;
  await MARK_INTERRUPTED.run();
  await doClaimedWork({
    claim: () => CLAIM.first(),
    work: async (post) => recordAttempt(post, await tryPost(post, transport)),
    atOnce: AT_ONCE,
    goesOn: () => performance.now() < ends && !isStopping(),
    lookAgainMs: LOOK_AGAIN_MS,
    whileBusy: addRecords,
  });
}

const SECRET_CHANGED = "The server’s secret has changed: enter the address again.";

/** What became of an attempt, and what was posted if one was made. */
type Attempt = {
  answer: ChannelAnswer | { outcome: "skipped"; reason: string };
  posted?: { version: EditionVersion; words: string };
};

const skipped = (reason: string): Attempt => ({ answer: { outcome: "skipped", reason } });

/** A post that cannot be written does not keep the others back. */
async function tryPost(post: Claimed, transport: ChannelTransport): Promise<Attempt> {
  try {
    return await attempt(post, transport);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log().error({ postId: post.id, err: error }, "channel post not written");
    return { answer: { outcome: "failed", reason: "It could not be written." } };
  }
}

async function attempt(post: Claimed, transport: ChannelTransport): Promise<Attempt> {
  const { newsletter, recordId, service, tier, chatId, channelId, sealed, reason } = post;
  if (post.editionState === "cancelled") return skipped("Its edition was cancelled.");
  if (!post.isWanted) return skipped("The channel no longer gets this.");
  if (post.secondsOld > LIFETIMES[newsletter])
    return { answer: { outcome: "failed", reason: `It was too late. ${reason ?? ""}`.trim().slice(0, 300) } };
  const content = await postContent(newsletter, recordId, tier);
  if (!content) return skipped("It is no longer published.");
  const opened = openSecret(CHANNEL, channelId, sealed);
  if (!opened)
    return {
      answer: { outcome: post.attempts < ATTEMPTS_TO_OPEN ? "later" : "closed", reason: SECRET_CHANGED },
    };
  if (opened.renewed) await RENEW.run({ channelId, sealed: opened.renewed, former: sealed });
  const { body, words } = channelMessage(service, content.text, chatId);
  const answer = await transport.post({ service, secret: opened.secret }, { body });
  return { answer, posted: { version: content.version, words } };
}

const RENEW = command("channels.renew-secret")`
  update channels set sealed = ${text("sealed")} where id = ${uuid("channelId")} and sealed = ${text("former")}`;

const END = command("channels.end-post")`
  update channel_posts set state = ${literal(["sent", "skipped", "failed", "unknown"])("state")}, ended_at = now(),
         reason = ${text.orNull("reason")}, extent = ${literal(EDITION_VERSIONS).orNull("version")},
         words = ${text.orNull("words")}
   where id = ${uuid("id")} and state = 'sending'`;
const RETURN = command("channels.return-post")`
  update channel_posts set state = 'waiting', reason = ${text("reason")}
   where id = ${uuid("id")} and state = 'sending'`;

const NOTE_SUCCESS = command("channels.note-success")`
  update channels set last_success_at = now(), failures = 0 where id = ${uuid("channelId")}`;
const NOTE_ERROR = command("channels.note-error")`
  update channels set last_error = ${text("reason")}, last_error_at = now(), active = active and not ${bool("isClosed")},
         retry_at = coalesce(now() + make_interval(secs => ${int.orNull("waitSeconds")}), retry_at),
         failures = failures + (${int.orNull("waitSeconds")}::int is not null)::int
   where id = ${uuid("channelId")}`;

/** Writes what became of a post. If the process dies before, it is unknown. */
async function recordAttempt({ id, channelId, failures }: Claimed, { answer, posted }: Attempt) {
  const { outcome } = answer;
  await em().transactional(async (manager) => {
    if (outcome === "sent") await NOTE_SUCCESS.run({ channelId }, manager);
    else if (outcome !== "skipped") {
      await noteError(channelId, answer, waitAfter(answer, failures), manager);
    }
    if (outcome === "later" || outcome === "closed")
      return RETURN.run({ id, reason: answer.reason }, manager);
    const isOut = outcome === "sent" || outcome === "unknown";
    const { version = null, words = null } = (isOut && posted) || {};
    const reason = "reason" in answer ? answer.reason : null;
    await END.run({ id, state: outcome, reason, version, words }, manager);
  });
}

/** A service that does not answer is not asked again at once, not even for the next post. */
function waitAfter(answer: ChannelAnswer, failures: number): number | null {
  if (answer.outcome === "later") return waitSeconds(failures + 1, answer.retryAfter);
  return answer.outcome === "unknown" ? waitSeconds(failures + 1) : null;
}

const noteError = (
  channelId: string,
  { outcome, reason }: Exclude<ChannelAnswer, { outcome: "sent" }>,
  wait: number | null,
  manager: EntityManager,
): Promise<void> =>
  NOTE_ERROR.run({ channelId, reason, isClosed: outcome === "closed", waitSeconds: wait }, manager);

/** Posts a message now, which no table keeps, and notes in the channel's row what the service answered. */
export async function postTest(
  { id: channelId, service, chatId }: ListedChannel,
  transport: ChannelTransport = openChannelTransport(),
): Promise<ChannelAnswer> {
  const opened = openSecret(CHANNEL, channelId, (await storedSecretOf(channelId)) ?? "");
  if (!opened) return { outcome: "closed", reason: SECRET_CHANGED };
  const { body } = channelMessage(service, testText(), chatId);
  const answer = await transport.post({ service, secret: opened.secret }, { body });
  if (answer.outcome === "sent") await NOTE_SUCCESS.run({ channelId });
  else await noteError(channelId, answer, null, em());
  return answer;
}
