import { effectiveTierSql } from "db/effective-tier";
import { TIERS } from "db/entities/member";
import { PushDevice, type PushKind } from "db/entities/push";
import { columnsAs } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { array, bool, int, literal, type RowOf, raw, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { isReachable } from "~/access/wanted-emails.server";
import { wantsPush } from "./push-devices.queries.server";

/** Devices of one batch, which takes a second. */
const BATCH = 200;

/** Who may get it is decided at this moment: access ends, accounts close, and members change their mind. */
const MAY_GET = bool.from`
  ${isReachable("m")} and ${wantsPush("m")} and
  (${raw(effectiveTierSql("m"))} = any(${array(literal(TIERS))("wholeTiers")}) or ${bool("hasTeaser")})`;

const TARGET = {
  ...columnsAs("d", PushDevice, "id", "name", "endpoint", "p256dh", "auth", "failures"),
  email: text.from`m.email`,
  mayGet: MAY_GET,
};
const RETRIED = { ...TARGET, attempts: int.from`r.attempts` };

/** A device whose turn it is. @property attempts how often it was asked before */
export type Target = RowOf<typeof RETRIED>;

const NEXT = statement("push.next-devices", TARGET)`
  with slice as (
    select * from push_devices where id > ${uuid("after")} order by id limit ${BATCH})
  select ${TARGET} from slice d join members m on m.id = d.member_id order by d.id`;
const OF_MEMBER = statement("push.devices-of-member", TARGET)`
  select ${TARGET} from push_devices d join members m on m.id = d.member_id
   where d.member_id = ${uuid("memberId")} order by d.id`;
const DUE = statement("push.due-retries", RETRIED)`
  select ${RETRIED} from push_retries r
    join push_devices d on d.id = r.device_id join members m on m.id = d.member_id
   where r.message_id = ${uuid("messageId")} and r.due_at <= now() order by r.due_at, r.device_id limit ${BATCH}`;

const FIRST = "00000000-0000-0000-0000-000000000000";

type Asked = {
  id: string;
  memberId: string | null;
  sentTo: string | null;
  walkedAt: Date | null;
};

/** Who gets what. @property hasTeaser those with other tiers get it, too */
export type PushReaders = { kind: PushKind; wholeTiers: (typeof TIERS)[number][]; hasTeaser: boolean };

export type Batch = {
  targets: Target[];
  /** All devices have had their first turn. */
  isLast: boolean;
};

/** The next devices of a push: those that had no turn, then those that are due again. */
export async function nextBatch(
  { id: messageId, memberId, sentTo, walkedAt }: Asked,
  readers: PushReaders,
): Promise<Batch> {
  if (walkedAt) return { targets: await DUE.all({ messageId, ...readers }), isLast: true };
  const found = memberId
    ? await OF_MEMBER.all({ memberId, ...readers })
    : await NEXT.all({ after: sentTo ?? FIRST, ...readers });
  const targets = found.map((device) => ({ ...device, attempts: 0 }));
  return { targets, isLast: memberId !== null || found.length < BATCH };
}

/**
 * What became of a device's turn. `gone`: its push service no longer knows it. `later`: it is tried again after
 * `waitSeconds`. `skipped`: its member may not get this push.
 */
export type Turn = { id: string; attempts: number } & (
  | { outcome: "sent" | "gone" | "skipped" }
  | { outcome: "failed"; reason: string }
  | { outcome: "later"; waitSeconds: number }
);

const SENT = command("push.note-sent")`
  update push_devices set last_success_at = now(), failures = 0 where id = any(${array(uuid)("ids")}::uuid[])`;
const GONE = command(
  "push.remove-gone",
)`delete from push_devices where id = any(${array(uuid)("ids")}::uuid[])`;
const FAILED = command("push.note-failed")`
  update push_devices set failures = failures + 1 where id = any(${array(uuid)("ids")}::uuid[])`;
const LATER = command("push.ask-later")`
  insert into push_retries (message_id, device_id, attempts, due_at)
  select ${uuid("messageId")}, d.id, asked.attempts, now() + make_interval(secs => asked.wait)
    from unnest(${array(uuid)("ids")}::uuid[], ${array(int)("attempts")}::int[], ${array(int)("waits")}::int[])
           as asked (id, attempts, wait) join push_devices d on d.id = asked.id
  on conflict (message_id, device_id) do update set attempts = excluded.attempts, due_at = excluded.due_at`;
const DONE = command("push.forget-retry")`
  delete from push_retries where message_id = ${uuid("messageId")} and device_id = any(${array(uuid)("ids")}::uuid[])`;
const COUNT = command("push.count")`
  update push_messages set sent = sent + ${int("sent")}::int, removed = removed + ${int("removed")}::int,
         failed = failed + ${int("failed")}::int, reason = coalesce(${text.orNull("reason")}, reason),
         sent_to = coalesce(${uuid.orNull("sentTo")}, sent_to),
         walked_at = case when ${bool("isLast")} then coalesce(walked_at, now()) else walked_at end
   where id = ${uuid("messageId")}`;

/** Records the turns of a batch. If the process dies before, they are repeated: a device shows a push only once. */
export async function recordTurns(
  { id: messageId, walkedAt }: Asked,
  { targets, isLast }: Batch,
  turns: readonly Turn[],
): Promise<void> {
  const of = (...outcomes: Turn["outcome"][]) => turns.filter(({ outcome }) => outcomes.includes(outcome));
  const ids = (some: readonly Turn[]) => some.map(({ id }) => id);
  const later = turns.flatMap((turn) => (turn.outcome === "later" ? [turn] : []));
  const reason = turns.findLast((turn) => turn.outcome === "failed")?.reason ?? null;
  await em().transactional(async (manager: EntityManager) => {
    const run = async (change: typeof SENT, some: readonly Turn[]) => {
      if (some.length > 0) await change.run({ ids: ids(some) }, manager);
    };
    await run(SENT, of("sent"));
    await run(FAILED, of("failed"));
    if (later.length > 0)
      await LATER.run(
        {
          messageId,
          ids: ids(later),
          attempts: later.map(({ attempts }) => attempts),
          waits: later.map(({ waitSeconds }) => waitSeconds),
        },
        manager,
      );
    if (walkedAt) await DONE.run({ messageId, ids: ids(of("sent", "failed", "gone", "skipped")) }, manager);
    await run(GONE, of("gone"));
    await COUNT.run(
      {
        messageId,
        sent: of("sent").length,
        removed: of("gone").length,
        failed: of("failed").length,
        reason,
        sentTo: walkedAt ? null : (targets.at(-1)?.id ?? null),
        isLast,
      },
      manager,
    );
  });
}
