import { int, sql, uuid } from "db/sql";
import { command, statement } from "db/statement.server";

/**
 * One process at a time sends editions. So no two send the same email, the rate holds for all processes
 * together, and an alert can overtake everything else. A process that has not renewed its lease for this long
 * counts as dead.
 */
const LEASE = sql`interval '20 seconds'`;

/** Milliseconds. A batch may take longer than the lease: the mail server has 20 seconds for each answer. */
const RENEW_EVERY = 5_000;

const ONE = { one: int };

const TAKE = statement("edition-sender.take", ONE)`
  update edition_sender set lease = ${uuid("lease")}, lease_until = now() + ${LEASE}
   where one = 1 and coalesce(lease_until <= now(), true) returning one`;

/** @returns false if another process sends */
export const takeSender = async (lease: string): Promise<boolean> =>
  (await TAKE.first({ lease })) !== undefined;

const RENEW = statement("edition-sender.renew", ONE)`
  update edition_sender set lease_until = clock_timestamp() + ${LEASE} where one = 1 and lease = ${uuid("lease")}
  returning one`;

/** In a transaction it also keeps others out until that ends. @returns false if the lease is lost */
export const renewSender = async (
  lease: string,
  manager?: Parameters<typeof RENEW.first>[1],
): Promise<boolean> => (await RENEW.first({ lease }, manager)) !== undefined;

const RELEASE = command("edition-sender.release")`
  update edition_sender set lease = null, lease_until = null where one = 1 and lease = ${uuid("lease")}`;

export const releaseSender = (lease: string): Promise<void> => RELEASE.run({ lease });

/** Keeps the lease while `work` runs. An error of a renewal shows itself at the next batch. */
export async function keepingLease<Result>(lease: string, work: () => Promise<Result>): Promise<Result> {
  const timer = setInterval(() => void renewSender(lease).catch(() => {}), RENEW_EVERY);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

const FREE = statement("edition-sender.free", ONE)`
  select one from edition_sender where one = 1 and coalesce(lease_until <= now(), true)`;

export const isSenderFree = async (): Promise<boolean> => (await FREE.first()) !== undefined;
