import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Audience } from "db/columns";
import { Edition, EditionBody, type EditionVersion } from "db/entities/edition";
import { columns } from "db/entity-columns.server";
import { em, isDatabaseUnavailable } from "db/orm.server";
import { int, type RowOf, raw, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { tiersThatRead } from "~/access/access.server";
import { TOKEN_SLOT } from "~/features/mail/render-mail";
import { returnAddress } from "~/features/mail/return-address.server";
import { type ReportedEmail, reportEmails } from "~/features/mail/suppressions.queries.server";
import { mailSender } from "~/features/mail/transport.server";
import { config } from "~/platform/config.server";
import { enqueueUnlessWaiting } from "~/platform/jobs/queue.server";
import { EDITION_QUEUE } from "~/platform/jobs/queue-names";
import { log } from "~/platform/log.server";
import { isStopping } from "~/platform/stopping-flag.server";
import {
  addSkipped,
  type ClaimedReader,
  claimReaders,
  hasEmailsOnTheirWay,
  listReaders,
  markInterrupted,
  type Outcome,
  recordOutcomes,
  returnUnsent,
} from "./edition-members.server";
import { type ComposedMessage, composeMessage } from "./edition-message.server";
import { AWAY_SECONDS, decideOutcome, findTrouble, Refusals } from "./edition-outcomes.server";
import type { EditionTransport, Handover } from "./edition-transport.server";
import { editionCode } from "./edition-word.rules";
import { HAS_ENDED_REASON, hasEnded, senderOf } from "./newsletters.queries.server";
import { audienceNow } from "./record-audience.server";
import { editionSender } from "./sender-lease.server";
import { hasEditionsToStart, startEditions } from "./start-editions.server";
import { unsubscribePath } from "./unsubscribe-address";
import { unsubscribeToken } from "./unsubscribe-token.server";

/** A job expires after 120 seconds, and a stopping server waits 10. */
const TURN_MS = 40_000;

/** Milliseconds between looks for published records: an alert must not wait for a turn. */
const START_EVERY_MS = 1_000;

/** Seconds before an edition is tried again that failed for a reason of ours. */
const BROKEN_SECONDS = 60;

const EDITION = columns(Edition, "id", "newsletter", "recordId", "subject", "filledAt", "endedAt");
type SendingEdition = RowOf<typeof EDITION>;

const hasNone = (state: "waiting" | "sending") =>
  sql`not exists (select from edition_members m where m.edition_id = e.id and m.state = ${raw(`'${state}'`)})`;
const HAS_ENDED = sql`filled_at is not null and ended_at is null and ${hasNone("waiting")} and ${hasNone("sending")}`;

const IS_DUE = sql`state = 'sending' and coalesce(retry_at <= now(), true) and (filled_at is null or ended_at is not null
  or exists (select from edition_members m where m.edition_id = e.id and m.state = 'waiting' and m.due_at <= now())
  or ${HAS_ENDED})`;

/** An alert overtakes everything else, between two batches too. What was tried in vain comes after what was not. */
const NEXT = statement("editions.next", EDITION)`
  select ${EDITION} from editions e where ${IS_DUE}
   order by newsletter <> 'alerts', coalesce(retry_at, started_at), started_at, id limit 1`;

/** Requests a turn if there is work and nobody does it. */
export async function requestEditionTurn(): Promise<void> {
  if ((await hasWork()) && (await editionSender.isFree())) await enqueueUnlessWaiting(EDITION_QUEUE);
}

/** While nobody sends, what is on its way was left by a process that died. */
const hasWork = async () =>
  (await NEXT.first()) !== undefined || (await hasEditionsToStart()) || (await hasEmailsOnTheirWay());

/**
 * Starts due editions and sends until nothing is due, or for one turn. Does nothing if another process sends.
 * @param startEveryMs how often it looks for published records
 */
export async function sendEditions(
  transport: EditionTransport,
  startEveryMs = START_EVERY_MS,
): Promise<void> {
  const lease = randomUUID();
  if (!(await editionSender.take(lease))) return;
  try {
    await editionSender.keep(lease, () => sendForOneTurn(new Sender(transport, lease), startEveryMs));
  } finally {
    await editionSender.release(lease);
  }
}

async function sendForOneTurn(sender: Sender, startEveryMs: number): Promise<void> {
  await markInterrupted();
  const ends = performance.now() + TURN_MS;
  let startAt = 0;
  while (performance.now() < ends && !isStopping()) {
    if (performance.now() >= startAt) {
      for (const id of await startEditions()) sender.forget(id);
      startAt = performance.now() + startEveryMs;
    }
    const edition = await NEXT.first();
    if (!edition || !(await tryStep(sender, edition))) return;
  }
}

/** An edition that cannot be sent waits, so that it does not keep the others back. */
async function tryStep(sender: Sender, edition: SendingEdition): Promise<boolean> {
  try {
    return await sender.step(edition);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log().error({ editionId: edition.id, err: error }, "edition not sent");
    const reason = "It could not be sent because of a problem on our side: see the log.";
    await POSTPONE.run({ id: edition.id, seconds: BROKEN_SECONDS, reason });
    return true;
  }
}

const BODY = columns(EditionBody, "version", "html", "text");
const BODIES = statement("editions.bodies", BODY)`
  select ${BODY} from edition_bodies where edition_id = ${uuid("id")}`;

const CANCEL = command("editions.cancel-unpublished")`
  update editions set state = 'cancelled', ended_at = now(), reason = ${text("reason")}
   where id = ${uuid("id")} and state = 'sending'`;
/** Members whose account was deleted in the meantime count as skipped. @property missing what nobody counted */
const FINISHED = { missing: int };
const FINISH = statement("editions.finish", FINISHED)`
  with before as (
    select id, total - sent - failed - unknown - skipped as missing from editions where id = ${uuid("id")} for no key update)
  update editions e set state = 'done', ended_at = now(), retry_at = null, reason = null,
         skipped = total - sent - failed - unknown
    from before where e.id = before.id and state = 'sending' and ${HAS_ENDED} returning before.missing`;
const DELETED = { count: int };
const COUNT_DELETED = statement("editions.count-deleted", DELETED)`
  select total - (select count(*)::int from edition_members m where m.edition_id = e.id) as count
    from editions e where id = ${uuid("id")}`;
const PAUSE = command("editions.mail-server-away")`
  update editions set retry_at = now() + make_interval(secs => ${int("seconds")}), reason = 'The mail server did not answer.'
   where state = 'sending'`;
const POSTPONE = command("editions.postpone")`
  update editions set retry_at = now() + make_interval(secs => ${int("seconds")}), reason = ${text("reason")}
   where id = ${uuid("id")} and state = 'sending'`;
const STALL = command("editions.stall-one")`
  update editions set state = 'stalled', reason = ${text("reason")} where id = ${uuid("id")} and state = 'sending'`;
const HOLDS = statement("editions.hold", { id: uuid })`
  select id from editions where id = ${uuid("id")} and state = 'sending' for no key update`;

type Messages = Partial<Record<EditionVersion, ComposedMessage>>;

/** Sends one batch after another, as the holder of a lease. */
class Sender {
  private readonly messages = new Map<string, Messages>();
  private readonly refusals = new Map<string, Refusals>();

  constructor(
    private readonly transport: EditionTransport,
    private readonly lease: string,
  ) {}

  /** An edition that is cancelled and continued has another text. */
  forget(editionId: string): void {
    this.messages.delete(editionId);
  }

  /** @returns false if this process must stop: the lease is lost, or the mail server is away */
  async step(edition: SendingEdition): Promise<boolean> {
    const audience = await audienceNow(edition.newsletter, edition.recordId);
    if (audience === undefined || (await hasEnded(edition.newsletter))) {
      this.forget(edition.id);
      const reason = audience === undefined ? "It is no longer published." : HAS_ENDED_REASON;
      await CANCEL.run({ id: edition.id, reason });
      return true;
    }
    const messages = await this.messagesOf(edition);
    const began = performance.now();
    const claimed = await this.claim(edition, audience, messages);
    if (claimed === "stop") return false;
    if (claimed.length === 0) {
      this.forget(edition.id);
      await finish(edition);
      return true;
    }
    const toSend = claimed.filter(({ state }) => state === "sending");
    const handovers = await Promise.all(toSend.map((reader) => this.handOver(reader, messages)));
    const trouble = findTrouble(handovers);
    const isOnlyAsked = trouble === "away" || trouble === "sender waits";
    const outcomes = toSend.map((reader, at) =>
      decideOutcome(reader, handovers[at] as Handover, isOnlyAsked),
    );
    const refusals = this.refusals.get(edition.id) ?? new Refusals();
    this.refusals.set(edition.id, refusals);
    const { isAboutUs, bounces } = refusals.add(toSend, handovers, outcomes);
    if (isAboutUs) this.refusals.delete(edition.id);
    await this.record(edition, outcomes, bounces);
    await waitForRate(toSend.length, began);
    const [first] = handovers;
    if (!first) return true;
    if (trouble === "away") await this.pause(first);
    else if (trouble === "sender waits" || trouble === "all wait") await this.postpone(edition, first);
    else if (isAboutUs || trouble === "sender refused") await this.stall(edition, first);
    return trouble !== "away";
  }

  /** The next members, in a transaction that holds the lease. Lists or returns more members when none is waiting. */
  private claim(edition: SendingEdition, audience: Audience | "everybody", messages: Messages) {
    const { id: editionId, newsletter, filledAt, endedAt } = edition;
    return em().transactional(async (manager): Promise<ClaimedReader[] | "stop"> => {
      if (!(await editionSender.renew(this.lease, manager))) return "stop";
      if (!(await HOLDS.first({ id: editionId }, manager))) return [];
      const claim = {
        editionId,
        newsletter,
        wholeTiers: tiersThatRead(audience),
        isForEverybody: audience === "everybody",
        hasTeaser: messages.teaser !== undefined,
        limit: Math.min(this.transport.connections, config().newsletterRate),
      };
      let claimed = await claimReaders(claim, manager);
      if (claimed.length === 0 && !filledAt) {
        await listReaders(editionId, newsletter, manager);
        claimed = await claimReaders(claim, manager);
      }
      if (claimed.length === 0 && endedAt) {
        await returnUnsent(editionId, "sending", manager);
        claimed = await claimReaders(claim, manager);
      }
      const skipped = claimed.filter(({ state }) => state === "skipped").length;
      if (skipped > 0) await addSkipped(editionId, skipped, manager);
      return claimed;
    });
  }

  private async handOver(reader: ClaimedReader, messages: Messages): Promise<Handover> {
    const message = messages[reader.version ?? "teaser"];
    if (!message) return { outcome: "refused", code: 550, reason: "This version has no text." };
    const token = await unsubscribeToken(reader.readerId);
    const raw = message.messageTo({ id: reader.id, to: reader.to, token });
    return this.transport.send({ to: reader.to, from: returnAddress(reader.id) ?? message.from, raw });
  }

  private record({ id }: SendingEdition, outcomes: Outcome[], bounces: ReportedEmail[]): Promise<void> {
    if (bounces.length === 0) return recordOutcomes(id, outcomes);
    return em().transactional(async (manager) => {
      await recordOutcomes(id, outcomes, manager);
      await reportEmails(bounces, manager);
    });
  }

  /** The reason is not the receivers: staff find out and continue. */
  private async stall({ id }: SendingEdition, handover: Handover): Promise<void> {
    log().error({ editionId: id, handover }, "edition stopped: mail server takes nothing");
    const answer = "reason" in handover ? handover.reason : "";
    const reason = `The mail server took none of several emails: ${answer}`.slice(0, 300);
    await STALL.run({ id, reason });
  }

  /** The server asked to come again with emails from this sender, or with all of several emails. */
  private async postpone({ id }: SendingEdition, handover: Handover): Promise<void> {
    log().warn(
      { editionId: id, handover, retryInSeconds: AWAY_SECONDS },
      "edition waits: mail server asks for it",
    );
    const answer = "reason" in handover ? handover.reason : "";
    const reason = `The mail server asks to come again: ${answer}`.slice(0, 300);
    await POSTPONE.run({ id, seconds: AWAY_SECONDS, reason });
  }

  private async pause(handover: Handover): Promise<void> {
    log().warn({ handover, retryInSeconds: AWAY_SECONDS }, "editions wait: mail server away");
    await PAUSE.run({ seconds: AWAY_SECONDS });
  }

  private async messagesOf({ id, newsletter, subject }: SendingEdition): Promise<Messages> {
    const known = this.messages.get(id);
    if (known) return known;
    const { publicUrl } = config();
    const envelope = {
      from: (await senderOf(newsletter)) ?? mailSender(),
      domain: new URL(publicUrl).hostname,
      list: newsletter,
      unsubscribe: publicUrl + unsubscribePath(newsletter, TOKEN_SLOT, editionCode(id)),
    };
    const made: Messages = {};
    for (const { version, html, text: plain } of await BODIES.all({ id }))
      made[version] = await composeMessage({ subject, html, text: plain }, envelope);
    if (Object.keys(made).length === 0) throw new Error("an edition that is being sent has no text");
    this.messages.set(id, made);
    return made;
  }
}

/** More readers without an outcome than accounts that were deleted are a fault of ours. */
async function finish({ id }: SendingEdition): Promise<void> {
  const { missing = 0 } = (await FINISH.first({ id })) ?? {};
  if (missing === 0) return;
  const deleted = (await COUNT_DELETED.first({ id }))?.count ?? 0;
  if (missing > deleted)
    log().error({ editionId: id, missing, deleted }, "readers of an edition have no outcome");
}

/** Keeps the owner's limit of emails a second. @param began of the batch, as `performance.now()` */
async function waitForRate(count: number, began: number): Promise<void> {
  const spent = performance.now() - began;
  const least = (count / config().newsletterRate) * 1000;
  if (least > spent) await setTimeout(least - spent);
}
