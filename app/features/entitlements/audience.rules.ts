import type { Audience } from "./access.server";

/** Whom something is for, in the midst of a sentence. */
export const READERS: Record<Audience, string> = {
  members: "Premium and Private members",
  private: "Private members",
};

/** Who may read it, as every lock says; specification, section 2.3. */
export const SUBSCRIBERS: Record<Audience, string> = {
  members: "Premium or Private subscribers only",
  private: "Private subscribers only",
};
