import { hash, verify } from "@node-rs/argon2";
import { hashingQueue } from "./hashing-queue.server";
import { PASSWORD_LENGTH } from "./password-length";

/** OWASP's second profile for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** @throws AppError 503 where too many wait for the same */
export function hashPassword(password: string): Promise<string> {
  return hashingQueue.run(() => hash(password, COST));
}

let dummyHash: Promise<string> | undefined;

/** Past the queue: it is made once, and must not be kept as a refusal. */
const dummy = () => (dummyHash ??= hash("nobody has this password", COST));

/**
 * Checks a password. With no hash (nobody has that address) it does the same work against a stand-in,
 * so that the time of the answer does not tell whether the address is known.
 * @throws AppError 503 where too many wait for the same
 */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const candidate = password.slice(0, PASSWORD_LENGTH.max + 1);
  const matches = await hashingQueue.run(async () => verify(passwordHash ?? (await dummy()), candidate));
  return matches && passwordHash !== undefined;
}
