import { hash, verify } from "@node-rs/argon2";
import { PASSWORD_LENGTH } from "./password-length";

/** OWASP's second profile for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

let dummyHash: Promise<string> | undefined;

/**
 * Checks a password. With no hash (nobody has that address) it does the same work against a stand-in,
 * so that the time of the answer does not tell whether the address is known.
 */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword("nobody has this password");
  const matches = await verify(passwordHash ?? (await dummyHash), password.slice(0, PASSWORD_LENGTH.max + 1));
  return matches && passwordHash !== undefined;
}
