import type { TokenPurpose } from "db/entities/single-use-token";
import { deriveSignInCode, deriveToken } from "~/auth/single-use-tokens.server";

type LinkSecrets = {
  /** The token in the link's path. */
  token: string;
  /** The code to type over instead of the link. */
  code: string;
};

type Link = {
  tokenId: string | null;
  purpose: TokenPurpose | null;
  invitationId: string | null;
  giftLinkId: string | null;
};

/** What an email's placeholders stand for. Empty if the email has none. */
export const linkSecrets = (link: Link): LinkSecrets => ({
  token: linkToken(link),
  code: link.tokenId && link.purpose === "sign-in" ? deriveSignInCode(link.tokenId) : "",
});

function linkToken({ tokenId, purpose, invitationId, giftLinkId }: Link): string {
  if (invitationId) return deriveToken("staff-invitation", invitationId);
  if (giftLinkId) return deriveToken("gift", giftLinkId);
  return tokenId && purpose ? deriveToken(purpose, tokenId) : "";
}
