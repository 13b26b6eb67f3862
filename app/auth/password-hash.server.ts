import { hash, verify } from "@node-rs/argon2";
import { hashingQueue } from "./hashing-queue.server";
import { passwordForms, passwordText } from "./password.rules";

/** OWASP's second profile for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** @throws AppError 503 when the hashing queue is full */
export function hashPassword(password: string): Promise<string> {
  return hashingQueue.run(() => hash(passwordText(password), COST));
}

let dummyHash: Promise<string> | undefined;

/** Bypasses the queue: it is computed once, and a refusal must not be cached. */
const dummy = () => (dummyHash ??= hash("nobody has this password", COST));

/** `renewedHash`: a hash in the current form, when the stored one used an earlier form. */
export type RightPassword = { renewedHash?: string };

/**
 * Checks a password. For an unknown address (no hash) it does the same work against a dummy hash, so that the
 * response time does not reveal which addresses exist.
 * @returns undefined for a wrong password
 * @throws AppError 503 when the hashing queue is full
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

/** @throws AppError 503 when the hashing queue is full */
export const passwordMatches = async (passwordHash: string | undefined, password: string): Promise<boolean> =>
  (await checkPassword(passwordHash, password)) !== undefined;
