import type { Audience } from "./access.server";
import { UPGRADE_TO_PRIVATE } from "./upgrade";

/** Whom something is for, in the midst of a sentence. */
export const READERS: Record<Audience, string> = {
  members: "Premium and Private members",
  private: "Private members",
};

/** Who may read it, as every lock says; specification, section 2.3. */
const SUBSCRIBERS: Record<Audience, string> = {
  members: "Premium or Private subscribers only",
  private: "Private subscribers only",
};

/** What a lock says of an audience; `action` where Premium is not enough. */
export type LockWords = { title: string; action?: typeof UPGRADE_TO_PRIVATE };

/** The words of the lock before something that is called so: for pages of which the audience itself is not public. */
export const lockWords = (thing: string, audience: Audience): LockWords => ({
  title: `This ${thing} is available to ${SUBSCRIBERS[audience]}.`,
  ...(audience === "private" && { action: UPGRADE_TO_PRIVATE }),
});
