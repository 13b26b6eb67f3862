import { z } from "zod";
import { type MEMBER_STATUSES, TIERS, type Tier } from "../entities/member";
import { REFERRAL_STATES } from "../entities/referral";
import { STAFF_ROLES, STAFF_STATUSES } from "../entities/staff";
import { decimal, readList, readTable } from "./read";

/** One password for every account of the demo. The domain of their addresses cannot receive email. */
export const DEMO_PASSWORD = "Openbell-demo-2026";

/** Price in whole and hundredth dollars, `expiresIn` in days. */
const PACKAGE = z.strictObject({
  name: z.string(),
  tagline: z.string(),
  tier: z.enum(TIERS),
  price: decimal,
  expiresIn: z.number().nullable(),
  trialDays: z.number().nullable(),
  benefits: z.array(z.string()),
});

const PAID_PACKAGE = PACKAGE.extend({ expiresIn: z.number() });

export const PACKAGES = readList(
  "packages.json",
  z.strictObject({ basic: PACKAGE, premium: PAID_PACKAGE, private: PAID_PACKAGE }),
);
export type PackageName = keyof typeof PACKAGES;

const COUPON = z.strictObject({
  code: z.string(),
  purpose: z.string(),
  percent: z.number().nullable(),
  amount: decimal.nullable(),
  firstPurchase: z.boolean(),
  mostUses: z.number().nullable(),
  /** validity in days from the day of the demo */
  throughInDays: z.number().nullable(),
  daysAgo: z.number(),
});

/** Per cent or dollars off. */
export const COUPONS = readList("coupons.json", z.array(COUPON));

const PERSON = z.strictObject({
  email: z.string(),
  fullname: z.string(),
  role: z.enum(STAFF_ROLES),
  status: z.enum(STAFF_STATUSES),
  daysAgo: z.number(),
});

/** Staff who do not write. Authors are staff, too. */
export const STAFF = readTable("staff.json", PERSON);

const MEMBER = z.strictObject({
  /** the part before the at sign; also the key that purchases and referrals use */
  name: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  registeredDaysAgo: z.number(),
  special: z.enum(["pending", "inactive", "by staff", "Premium by staff", "Private by staff"]).optional(),
});

type MemberState = { status: (typeof MEMBER_STATUSES)[number]; tierByStaff: Tier | null };

/** Their state, and a tier that staff set by hand without an end. */
function stateOf(special: z.infer<typeof MEMBER>["special"]): MemberState {
  return {
    status: special === "pending" || special === "inactive" ? special : "active",
    tierByStaff:
      special === "Premium by staff" ? "Premium" : special === "Private by staff" ? "Private" : null,
  };
}

/** The demo's thirty members, including its five special ones, in order of registration. */
export const MEMBERS = readTable("members.json", MEMBER)
  .map(({ special, ...member }) => ({
    ...member,
    ...stateOf(special),
    registeredByAdmin: special?.endsWith("by staff") ?? false,
  }))
  .sort((a, b) => b.registeredDaysAgo - a.registeredDaysAgo);

const PURCHASE = z.strictObject({
  member: z.string(),
  package: z.enum(["premium", "private"]),
  daysAgo: z.number(),
  /**
   * `refunded`: completed first. `pending`: at the provider. `failed`: at the provider. `cancelled`: on the
   * provider's page. `started`: the redirect has no answer yet.
   */
  outcome: z.enum(["completed", "refunded", "pending", "failed", "cancelled", "started"]),
  refundedDaysAgo: z.number().optional(),
});
export type Purchase = z.infer<typeof PURCHASE>;
export type PurchaseOutcome = Purchase["outcome"];

/** Oldest first, as the ledger needs them. */
export const PURCHASES: readonly Purchase[] = readTable("purchases.json", PURCHASE);

const GIFT = z.strictObject({
  purchase: PURCHASE,
  to: z.string(),
  senderName: z.string(),
  message: z.string(),
  /**
   * The claimant, and the day of the claim. Only members without any other access: the ledger of access
   * ignores gifts.
   */
  claimed: z.strictObject({ member: z.string(), daysAgo: z.number() }).optional(),
});
export type GiftContent = z.infer<typeof GIFT>;

/** Gifts that members paid for. */
export const GIFTS = readList("gifts.json", z.array(GIFT));

const REFERRAL = z.strictObject({
  referrer: z.string(),
  friend: z.string(),
  state: z.enum(REFERRAL_STATES).exclude(["refused"]),
});
export type ReferralContent = z.infer<typeof REFERRAL>;

/** Each friend and the referrer. A rewarded referral gave both thirty days at the friend's first payment. */
export const REFERRALS: readonly ReferralContent[] = readTable("referrals.json", REFERRAL);

/** Days that a rewarded referral gives to each of the two. */
export const REFERRAL_DAYS = 30;

const CHANGE = z.strictObject({
  /** the address of the person who made it */
  staff: z.string(),
  action: z.enum(["added", "edited", "deleted"]),
  resource: z.enum([
    "news",
    "daily-brief",
    "stock-picks",
    "trade-alert",
    "videos",
    "ads",
    "packages",
    "market",
  ]),
  /** the title (or address, or name) of a record of the demo */
  record: z.string(),
  /** names of the changed fields, as in the API */
  fields: z.array(z.string()),
  hoursAgo: z.number(),
});
export type ChangeContent = z.infer<typeof CHANGE>;

/** The change log. */
export const CHANGES = readTable("changes.json", CHANGE);
