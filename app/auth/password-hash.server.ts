import { hash, verify } from "@node-rs/argon2";
import { hashingQueue } from "./hashing-queue.server";
import { passwordForms, passwordText } from "./password.rules";

/** OWASP's second profile for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** @throws AppError 503 where too many wait for the same */
export function hashPassword(password: string): Promise<string> {
  return hashingQueue.run(() => hash(passwordText(password), COST));
}

let dummyHash: Promise<string> | undefined;

/** Past the queue: it is made once, and must not be kept as a refusal. */
const dummy = () => (dummyHash ??= hash("nobody has this password", COST));

/** `renewedHash`: of the present form, where the hash was made of an earlier one. */
export type RightPassword = { renewedHash?: string };

/**
 * Checks a password. With no hash (nobody has that address) it does the same work against a stand-in,
 * so that the time of the answer does not tell whether the address is known.
 * @returns undefined for a wrong one
 * @throws AppError 503 where too many wait for the same
 */
export function checkPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<RightPassword | undefined> {
  const [current, ...earlier] = passwordForms(password);
  return hashingQueue.run(async () => {
    const stored = passwordHash ?? (await dummy());
    if (await verify(stored, current)) return passwordHash === undefined ? undefined : {};
    for (const form of earlier) {
      if (await verify(stored, form)) return { renewedHash: await hash(current, COST) };
    }
    return undefined;
  });
}

/** @throws AppError 503 where too many wait for the same */
export const passwordMatches = async (passwordHash: string | undefined, password: string): Promise<boolean> =>
  (await checkPassword(passwordHash, password)) !== undefined;
