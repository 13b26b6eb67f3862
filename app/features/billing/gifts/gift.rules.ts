import * as z from "zod/mini";
import { mailboxSchema, personNameSchema } from "~/auth/account.rules";

const MESSAGE_MAX = 500;

/** Lines of plain text. */
const messageSchema = z._default(
  z.string("Message must be text").check(
    z.overwrite((text) => text.replace(/\r\n?/g, "\n").trim()),
    z.maxLength(MESSAGE_MAX, `Message must be at most ${MESSAGE_MAX} characters`),
    z.refine(
      (text) => text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text),
      "Message contains characters that are not allowed",
    ),
  ),
  "",
);

const PLAN_REQUIRED = "Choose a plan";

/** The fields of `/subscription/gift`. */
export const giftSchema = z.object({
  packageId: z.string(PLAN_REQUIRED).check(z.minLength(1, PLAN_REQUIRED), z.maxLength(100, PLAN_REQUIRED)),
  recipientEmail: mailboxSchema,
  senderName: personNameSchema("Your name"),
  message: messageSchema,
});

/** The fields of `/dashboard/gifts/{id}`. */
export const giftLinkSchema = z.object({ recipientEmail: mailboxSchema });

export const OWN_ADDRESS = "This is your own email. To buy for yourself, choose a plan on the Plans page";

/** Days in which a gift can be claimed. */
export const CLAIM_DAYS = 365;

export type GiftMoments = {
  paidAt: Date | string | null;
  expiresAt: Date | string | null;
  takenBackAt: Date | string | null;
  claimedAt: Date | string | null;
};

export type GiftState = "not paid" | "waiting" | "claimed" | "taken back" | "not claimed in time";

/** The state of a gift. @param now the database's clock */
export function giftState({ paidAt, expiresAt, takenBackAt, claimedAt }: GiftMoments, now: Date): GiftState {
  if (takenBackAt) return "taken back";
  if (claimedAt) return "claimed";
  if (!paidAt || !expiresAt) return "not paid";
  return new Date(expiresAt) > now ? "waiting" : "not claimed in time";
}

/** The badge of each state. */
export const GIFT_BADGES: Record<GiftState, { tone: "plain" | "good" | "warn"; word: string }> = {
  "not paid": { tone: "plain", word: "Not paid" },
  waiting: { tone: "warn", word: "Not claimed yet" },
  claimed: { tone: "good", word: "Claimed" },
  "taken back": { tone: "plain", word: "Cancelled" },
  "not claimed in time": { tone: "plain", word: "Not claimed in time" },
};

/** Messages for a gift that cannot be claimed, or not by this member. */
export const CLAIM_TEXTS = {
  unknown: "This link does not open a gift. If you received a newer link, use that one.",
  claimed: "This gift has already been claimed.",
  takenBack: "This gift was cancelled: its payment was refunded.",
  late: "This gift was not claimed in time.",
  own: "You bought this gift, so somebody else has to claim it.",
  privateRuns:
    "You have Private, so this Premium gift cannot start yet. Claim it when your Private days have ended.",
  noEnd:
    "You have access without an end date, so these days would add nothing. Somebody else can claim the gift with this link.",
} as const;
