import * as z from "zod/mini";

/** A person's passkeys at most. */
export const MOST_PASSKEYS = 10;

/** As the browser sends it; the library checks its parts. */
const credential = z.string("Your browser sent no passkey").check(z.maxLength(20_000, "This is no passkey"));

const LONGEST_NAME = 60;
const NAME_MISSING = "Name the passkey";

/** A new passkey. */
export const newPasskeySchema = z.object({
  credential,
  name: z.string(NAME_MISSING).check(
    z.trim(),
    z.minLength(1, NAME_MISSING),
    z.maxLength(LONGEST_NAME, `The name must be at most ${LONGEST_NAME} characters`),
    z.refine(
      (text) => text.isWellFormed() && !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(text),
      "The name contains characters that are not allowed",
    ),
  ),
});

/** A sign-in with a passkey. */
export const passkeySignInSchema = z.object({ credential });

/** The page of a refused passkey, with the name that was typed. */
export const pageWithName = (page: string, name: unknown): string =>
  typeof name === "string" && name
    ? `${page}?${new URLSearchParams({ name: name.slice(0, LONGEST_NAME) })}`
    : page;

/** The name that such a page has in its address. */
export const typedName = ({ url }: Request): string =>
  (new URL(url).searchParams.get("name") ?? "").slice(0, LONGEST_NAME);

export const PASSKEY_TEXTS = {
  failed: "Something went wrong",
  late: "This took too long. Please try again.",
  again: "You were not signed in. Please try again.",
  refused: "This passkey does not open an account here. Sign in in another way.",
  notAdded: "This passkey could not be added. Please try again.",
  tooMany: `You have ${MOST_PASSKEYS} passkeys. Remove one first.`,
  removed: "The passkey was removed. Other devices were signed out.",
  known: "This passkey was added before.",
} as const;
