import { IsolationLevel } from "@mikro-orm/core";
import { CHECK_STAGES, LedgerCheck } from "db/entities/ledger-check";
import { columns } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { type Fragment, int, literal, type RowOf, raw, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { superadminAddresses } from "~/auth/superadmins.queries.server";
import { GENESIS_HASH } from "~/features/calls/ledger/ledger-hash.server";
import { ledgerChangedMail } from "~/features/mail/mail-templates";
import { queueMail } from "~/features/mail/queue.server";
import { config } from "~/platform/config.server";
import { requestHourlyTasks } from "~/platform/jobs/hourly.server";
import { logHead } from "../track-record/log.queries.server";
import { MAX_PROBLEMS } from "./ledger-checks.queries.server";
import { verifyCallsPart, verifyStoredCallsPart } from "./verify-calls.server";
import { FIRST_CALL, type SavedHead, verifyChainPart } from "./verify-chain.server";
import { verifyHeads } from "./verify-heads.server";
import { verifyTrackRecord } from "./verify-record.server";

const CHECK = {
  id: text.from`id::text`,
  ...columns(LedgerCheck, "stage", "seq", "hash", "callId", "problems", "keptSeq", "keptHash"),
};
type Check = RowOf<typeof CHECK>;

const UNFINISHED = statement("check-ledger.unfinished", CHECK)`
  select ${CHECK} from ledger_checks where finished_at is null order by id desc limit 1 for update`;

/** The head of the last check without problems must still exist. This detects a removed tail. */
const insertCheck = (name: string, { askedFor, unless }: { askedFor: boolean; unless: Fragment<object> }) =>
  statement(name, CHECK)`
  insert into ledger_checks (hash, call_id, kept_seq, kept_hash, asked_for)
  select ${text("hash")}, ${uuid("call")}, last.seq, last.hash, ${raw(String(askedFor))} from (select 1) as one
    left join lateral (
      select seq, hash from ledger_checks where finished_at is not null and problems = '[]' order by id desc limit 1) as last on true
   where not exists (${unless})
  on conflict do nothing
  returning ${CHECK}`;

/** Starts at most one check per day. */
const START = insertCheck("check-ledger.start", {
  askedFor: false,
  unless: sql`select from ledger_checks where started_at > now() - interval '1 day'`,
});

const REQUEST = insertCheck("check-ledger.ask", {
  askedFor: true,
  unless: sql`select from ledger_checks where finished_at is null`,
});

const FROM_THE_BEGINNING = { hash: GENESIS_HASH, call: FIRST_CALL };

const SAVE_PROGRESS = command("check-ledger.go-on")`
  update ledger_checks
     set stage = ${literal(CHECK_STAGES)("stage")}, seq = ${int("seq")}, hash = ${text("hash")}, call_id = ${uuid("callId")},
         problems = ${text("problems", "[]")}::text::jsonb
   where id = ${text("id", "1")}::text::bigint`;

const FINISH = command("check-ledger.finish")`
  update ledger_checks set finished_at = clock_timestamp(), problems = ${text("problems", "[]")}::text::jsonb
   where id = ${text("id", "1")}::text::bigint`;

/** Keeps a month of checks as evidence. */
const FORGET = command("check-ledger.forget")`
  delete from ledger_checks where started_at < now() - interval '31 days' and finished_at is not null`;

/**
 * Runs one part of the daily check, or of a check that staff requested, on one snapshot. Emails problems to
 * the owners.
 * @returns 0 if none is due
 */
export function checkLedgerPart(): Promise<number> {
  return em().transactional(
    async (manager) => {
      const check = (await UNFINISHED.first({}, manager)) ?? (await START.first(FROM_THE_BEGINNING, manager));
      if (!check) return 0;
      const { next, found } = await STAGES[check.stage](check, manager);
      const problems = [...new Set([...check.problems, ...found])].slice(0, MAX_PROBLEMS);
      if (next) await SAVE_PROGRESS.run({ ...check, ...next, problems: JSON.stringify(problems) }, manager);
      else await finish(check, problems, manager);
      return 1;
    },
    { isolationLevel: IsolationLevel.REPEATABLE_READ },
  );
}

/** Requests a check, which the hourly tasks run at once. @returns false if one is in progress */
export const requestLedgerCheck = (): Promise<boolean> =>
  em().transactional(async (manager) => {
    if (!(await REQUEST.first(FROM_THE_BEGINNING, manager))) return false;
    await requestHourlyTasks(manager);
    return true;
  });

/** The problems of a part and its position; without `next` after the last part. */
type Part = { found: string[]; next?: Partial<Pick<Check, "stage" | "seq" | "hash" | "callId">> };

const STAGES: Record<Check["stage"], (check: Check, manager: EntityManager) => Promise<Part>> = {
  chain: async ({ seq, hash, keptSeq, keptHash }, manager) => {
    const saved: SavedHead | undefined =
      keptSeq === null || keptHash === null || keptSeq === 0 ? undefined : { seq: keptSeq, hash: keptHash };
    const { head, problems, more } = await verifyChainPart(manager, { seq, hash }, saved);
    return { found: problems, next: { ...head, stage: more ? "chain" : "calls" } };
  },
  calls: async ({ callId }, manager) => {
    const { after, problems } = await verifyCallsPart(manager, callId);
    return { found: problems, next: after ? { callId: after } : { stage: "kept calls", callId: FIRST_CALL } };
  },
  "kept calls": async ({ callId }, manager) => {
    const { after, problems } = await verifyStoredCallsPart(manager, callId);
    return { found: problems, next: after ? { callId: after } : { stage: "record" } };
  },
  record: async (_check, manager) => ({
    found: [...(await verifyHeads(manager)), ...(await verifyTrackRecord(manager))],
  }),
};

async function finish({ id, seq }: Check, problems: string[], manager: EntityManager): Promise<void> {
  await FINISH.run({ id, problems: JSON.stringify(problems) }, manager);
  await FORGET.run({}, manager);
  if (problems.length === 0) return;
  const head = await logHead(manager);
  const content = ledgerChangedMail(config().siteName, {
    seq,
    problems: problems.map(withoutValues),
    logHead: head.seq > 0 ? head : undefined,
  });
  for (const { id: owner, email } of await superadminAddresses(manager))
    await queueMail(manager, { to: email, content, dedupeKey: `ledger-check:${id}:${owner}` });
}

/**
 * A call's terms may be behind the paywall, and emails are not private. The email names the row and the
 * field only.
 */
const withoutValues = (problem: string): string =>
  problem.replace(/^(call \S+: \w+) is .*, its events say .*$/s, "$1 does not match its events");
