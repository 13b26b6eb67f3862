import { createHash, randomUUID } from "node:crypto";
import { deriveToken } from "~/features/auth/single-use-tokens.server";

/** What a token in an address is looked for by. */
export const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** A new link of a gift's: mails are completed with its token on the way out, and the database holds the hash only. */
export function newGiftLink(): { linkId: string; tokenHash: string } {
  const linkId = randomUUID();
  return { linkId, tokenHash: hashOf(deriveToken("gift", linkId)) };
}
