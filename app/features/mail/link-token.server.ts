import type { TokenPurpose } from "db/entities/single-use-token";
import { deriveToken } from "~/auth/single-use-tokens.server";

type Link = {
  tokenId: string | null;
  purpose: TokenPurpose | null;
  invitationId: string | null;
  giftLinkId: string | null;
};

/** The token in an email's link. Empty if the link needs none. */
export function linkToken({ tokenId, purpose, invitationId, giftLinkId }: Link): string {
  if (invitationId) return deriveToken("staff-invitation", invitationId);
  if (giftLinkId) return deriveToken("gift", giftLinkId);
  return tokenId && purpose ? deriveToken(purpose, tokenId) : "";
}
