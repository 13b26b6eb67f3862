import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { IdempotencyKey } from "db/entities/idempotency-key";
import { columns } from "db/entity-columns.server";
import { bool, int, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { sweep } from "db/sweep.server";
import { AppError } from "~/web/app-error.server";

/** A key is free again this long after its process died. Seconds. */
export const LOCK_SECONDS = 60;

/** How often a request that still works renews its lock. Milliseconds. */
const RENEW_MS = 20_000;

/** The work that one request does for a key. */
export type Claim = { keyHash: string; claim: string };

/** A key that another request has used. */
export type UsedKey = {
  fingerprint: string;
  writtenId: string | null;
  sealed: string | null;
  isLocked: boolean;
};

const CLAIMED = columns(IdempotencyKey, "claim");
const CLAIM = statement("idempotency.claim", CLAIMED)`
  insert into idempotency_keys (key_hash, operation, fingerprint, claim, locked_until)
  values (${text("keyHash")}, ${text("operation")}, ${text("fingerprint")}, ${uuid("claim")},
          now() + make_interval(secs => ${int("seconds")}))
  on conflict (key_hash) do update
    set operation = excluded.operation, fingerprint = excluded.fingerprint, claim = excluded.claim,
        locked_until = excluded.locked_until, written_id = null, sealed = null, created_at = now()
  where idempotency_keys.created_at < now() - interval '24 hours'
     or (idempotency_keys.sealed is null and idempotency_keys.written_id is null
         and idempotency_keys.locked_until < now())
  returning ${CLAIMED}`;

const USED = {
  ...columns(IdempotencyKey, "fingerprint", "writtenId", "sealed"),
  isLocked: bool.from`locked_until > now()`,
};
const FIND = statement("idempotency.find", USED)`
  select ${USED} from idempotency_keys
   where key_hash = ${text("keyHash")} and created_at >= now() - interval '24 hours'`;

/** Attempts to claim a key that other requests claim and free. */
const ROUNDS = 3;

/**
 * Claims a key for the work of one request.
 * @param keyHashes with the current secret, and with the previous one if there is one
 * @returns the claim, or what the request that used the key has left
 */
export async function claimKey(
  [keyHash = "", ...older]: readonly string[],
  { operation, fingerprint }: { operation: string; fingerprint: string },
): Promise<{ claim: Claim } | { used: UsedKey }> {
  const claim = randomUUID();
  for (let round = 0; round < ROUNDS; round++) {
    // Read first: hundreds of retries at once do not lock the row.
    const used = await findUsed([keyHash, ...older]);
    if (used) return { used };
    const claimed = await CLAIM.first({ keyHash, operation, fingerprint, claim, seconds: LOCK_SECONDS });
    if (claimed) return { claim: { keyHash, claim } };
  }
  return { used: { fingerprint, writtenId: null, sealed: null, isLocked: true } };
}

/** A key that is not free: its work continues, has written a record, or has an answer. */
async function findUsed(keyHashes: readonly string[]): Promise<UsedKey | undefined> {
  for (const keyHash of keyHashes) {
    const used = await FIND.first({ keyHash });
    if (used && (used.isLocked || used.sealed !== null || used.writtenId !== null)) return used;
  }
  return undefined;
}

const MINE = sql`key_hash = ${text("keyHash")} and claim = ${uuid("claim")}`;
const RENEW = command("idempotency.renew")`
  update idempotency_keys set locked_until = now() + make_interval(secs => ${int("seconds")}) where ${MINE}`;
const FINISH = command("idempotency.finish")`
  update idempotency_keys set sealed = ${text("sealed")}, locked_until = now() where ${MINE}`;
/** A written record keeps its key: a retry must not add another one. */
const FREE = command("idempotency.free")`
  delete from idempotency_keys where ${MINE} and written_id is null and sealed is null`;
const UNLOCK = command("idempotency.unlock")`
  update idempotency_keys set locked_until = now() where ${MINE} and sealed is null`;
const WRITTEN = statement("idempotency.written", CLAIMED)`
  update idempotency_keys set written_id = ${uuid("recordId")} where ${MINE} returning ${CLAIMED}`;

const working = new AsyncLocalStorage<Claim>();

/** Runs the work of a claim and renews its lock until it ends. */
export async function workFor<Result>(claim: Claim, work: () => Promise<Result>): Promise<Result> {
  const renewal = setInterval(() => {
    RENEW.run({ ...claim, seconds: LOCK_SECONDS }).catch(() => {});
  }, RENEW_MS);
  try {
    return await working.run(claim, work);
  } finally {
    clearInterval(renewal);
  }
}

/** Keeps the answer for 24 hours. */
export const keepAnswer = (claim: Claim, sealed: string) => FINISH.run({ ...claim, sealed });

/** After a failure: the key can be used again at once, unless a record was written. */
export async function freeKey(claim: Claim): Promise<void> {
  await FREE.run(claim);
  await UNLOCK.run(claim);
}

/**
 * Notes the added record in the transaction that adds it. If the process dies before the answer is kept, a
 * retry finds the record and adds no other.
 * @throws AppError 409 if another request has taken over: this one was not heard of for a minute
 */
export async function noteAdded(manager: EntityManager, recordId: string): Promise<void> {
  const claim = working.getStore();
  if (claim && !(await WRITTEN.first({ ...claim, recordId }, manager)))
    throw new AppError(409, "Another request with this Idempotency-Key has taken over.");
}

/** Deletes a batch of keys older than a day. @returns the number of deleted rows */
export const sweepKeys = sweep(
  "idempotency.sweep",
  "idempotency_keys",
  "created_at < now() - interval '24 hours'",
);
