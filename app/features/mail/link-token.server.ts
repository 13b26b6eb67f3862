import type { TokenPurpose } from "db/entities/single-use-token";
import { deriveToken } from "~/features/auth/single-use-tokens.server";

type Link = { tokenId: string | null; purpose: TokenPurpose | null; invitationId: string | null };

/** What stands in a mail's link; nothing, where it carries none. */
export function linkToken({ tokenId, purpose, invitationId }: Link): string {
  if (invitationId) return deriveToken("staff-invitation", invitationId);
  return tokenId && purpose ? deriveToken(purpose, tokenId) : "";
}
