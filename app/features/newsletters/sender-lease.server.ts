import type { EntityManager } from "db/orm.server";
import { int, raw, sql, uuid } from "db/sql";
import { command, forEachOf, statement } from "db/statement.server";

/**
 * One process at a time sends editions, and one sends pushes. So no two send the same email, the rate holds for all
 * processes together, and an alert can overtake everything else. A process that has not renewed its lease for this
 * long counts as dead.
 */
const LEASE = sql`interval '20 seconds'`;

/** Milliseconds. A batch may take longer than the lease: the mail server has 20 seconds for each answer. */
const RENEW_EVERY = 5_000;

const ONE = { one: int };

const STATEMENTS = forEachOf(["edition_sender", "push_sender"], (senderTable) => {
  const table = raw(senderTable);
  return {
    take: statement(`${senderTable}.take`, ONE)`
      update ${table} set lease = ${uuid("lease")}, lease_until = now() + ${LEASE}
       where one = 1 and coalesce(lease_until <= now(), true) returning one`,
    renew: statement(`${senderTable}.renew`, ONE)`
      update ${table} set lease_until = clock_timestamp() + ${LEASE}
       where one = 1 and lease = ${uuid("lease")} returning one`,
    release: command(`${senderTable}.release`)`
      update ${table} set lease = null, lease_until = null where one = 1 and lease = ${uuid("lease")}`,
    free: statement(`${senderTable}.free`, ONE)`
      select one from ${table} where one = 1 and coalesce(lease_until <= now(), true)`,
  };
});

/** The lease of a table with one row. */
function senderLease(senderTable: keyof typeof STATEMENTS) {
  const { take, renew: keepFor, release, free } = STATEMENTS[senderTable];

  /** In a transaction it also keeps others out until that ends. @returns false if the lease is lost */
  const renew = async (lease: string, manager?: EntityManager): Promise<boolean> =>
    (await keepFor.first({ lease }, manager)) !== undefined;

  return {
    /** @returns false if another process sends */
    take: async (lease: string): Promise<boolean> => (await take.first({ lease })) !== undefined,
    renew,
    release: (lease: string): Promise<void> => release.run({ lease }),
    isFree: async (): Promise<boolean> => (await free.first()) !== undefined,

    /** Keeps the lease while `work` runs. An error of a renewal shows itself at the next batch. */
    async keep<Result>(lease: string, work: () => Promise<Result>): Promise<Result> {
      const timer = setInterval(() => void renew(lease).catch(() => {}), RENEW_EVERY);
      try {
        return await work();
      } finally {
        clearInterval(timer);
      }
    },
  };
}

export const editionSender = senderLease("edition_sender");
export const pushSender = senderLease("push_sender");
