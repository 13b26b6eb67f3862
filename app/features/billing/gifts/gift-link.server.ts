import { randomUUID } from "node:crypto";
import { tokenHash } from "~/auth/sessions.server";
import { deriveToken } from "~/auth/single-use-tokens.server";

/** A new link of a gift's: mails are completed with its token on the way out, and the database holds the hash only. */
export function newGiftLink(): { linkId: string; tokenHash: string } {
  const linkId = randomUUID();
  return { linkId, tokenHash: tokenHash(deriveToken("gift", linkId)) };
}
