import type { Audience } from "./access.server";
import { UPGRADE_TO_PRIVATE } from "./upgrade";

/** Names of an audience for use inside a sentence. */
export const AUDIENCE_NAMES: Record<Audience, string> = {
  members: "Premium and Private members",
  private: "Private members",
};

/** The audience as the paywall names it; specification, section 2.3. */
const PAYWALL_AUDIENCES: Record<Audience, string> = {
  members: "Premium or Private subscribers only",
  private: "Private subscribers only",
};

/** The text of a paywall; `action` is set where Premium is not enough. */
export type PaywallText = { title: string; action?: typeof UPGRADE_TO_PRIVATE };

/** The paywall's text for a kind of content, for pages where the audience itself is not public. */
export const paywallText = (thing: string, audience: Audience): PaywallText => ({
  title: `This ${thing} is available to ${PAYWALL_AUDIENCES[audience]}.`,
  ...(audience === "private" && { action: UPGRADE_TO_PRIVATE }),
});
