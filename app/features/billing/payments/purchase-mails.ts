// Emails about purchases, refunds, gifts and referral rewards.

import { daysText } from "~/access/referrals.rules";
import {
  creditNoteName,
  creditNotePath,
  receiptName,
  receiptPath,
} from "~/features/billing/receipts/receipt.rules";
import { splitVat, type Vat, vatLabel } from "~/features/billing/receipts/vat.rules";
import { isolated } from "~/features/mail/isolated";
import type { MailContent } from "~/features/mail/mail-content";
import { TOKEN_SLOT } from "~/features/mail/render-mail";
import { formatTime } from "~/ui/dates";
import { formatCount, formatMoney, pluralize } from "~/ui/format";

export type ReceiptFacts = {
  paymentId: string;
  firstname: string;
  packageName: string;
  /** An exact decimal. */
  amount: string;
  currency: string;
  /** The coupon's discount in words. */
  reduction?: string;
  paymentMethod: string;
  paidAt: Date;
  days: number | null;
  /** Referral days that the payment earned its payer. */
  bonusDays: number;
  /** The end of all days together. */
  accessUntil: Date | null;
  receiptNumber: number | null;
  creditNoteNumber: number | null;
  /** Bought for somebody else. The recipient's address stays with the gift, where it can be deleted. */
  isGift: boolean;
  /** The tax in the amount, if the seller has a rate. */
  vat?: Vat;
};

/** The paid or refunded amount, with its tax. */
const amountFacts = ({ vat, ...paid }: Pick<ReceiptFacts, "amount" | "currency" | "vat">) => {
  const { amount, currency } = paid;
  const total = { label: "Amount", value: formatMoney(amount, currency) };
  if (!vat) return [total];
  const split = splitVat(paid, vat.rate);
  return [
    total,
    { label: "Net", value: formatMoney(split.net, currency) },
    { label: vatLabel(vat), value: formatMoney(split.vat, currency) },
  ];
};

export const receiptMail = (siteName: string, receipt: ReceiptFacts, zone: string): MailContent => ({
  template: "receipt",
  subject: `Your receipt from ${siteName}: ${formatMoney(receipt.amount, receipt.currency)}`,
  heading: "Thank you for your payment",
  paragraphs: [`Hello ${isolated(receipt.firstname)}, this is your receipt.`],
  facts: [
    { label: "Plan", value: receipt.packageName },
    ...amountFacts(receipt),
    ...(receipt.reduction ? [{ label: "Price", value: receipt.reduction }] : []),
    { label: "Paid", value: `${formatTime(receipt.paidAt, "datetime", zone)} with ${receipt.paymentMethod}` },
    ...(receipt.days === null ? [] : [{ label: "Days", value: daysText(receipt.days, receipt.bonusDays) }]),
    ...(receipt.accessUntil
      ? [{ label: "Access until", value: formatTime(receipt.accessUntil, "datetime", zone) }]
      : []),
    ...(receipt.isGift ? [{ label: "Gift", value: "We sent its link to the address you entered" }] : []),
    { label: "Receipt number", value: receiptName(receipt.receiptNumber) },
  ],
  action: { label: "See the receipt", path: receiptPath(receipt.paymentId) },
  closing: ["You paid once. Nothing renews automatically."],
});

/** A payment as its payer sees it. `amount` is an exact decimal. */
export type PaidFacts = {
  firstname: string;
  packageName: string;
  amount: string;
  currency: string;
  paymentMethod: string;
};

export type PaymentMail = (siteName: string, paid: PaidFacts) => MailContent;

const paidFacts = ({ packageName, amount, currency }: PaidFacts) => [
  { label: "Plan", value: packageName },
  { label: "Amount", value: formatMoney(amount, currency) },
];

/** While the provider is checking a payment, or a bank needs some days for it. */
export const pendingMail: PaymentMail = (siteName, paid) => ({
  template: "payment-pending",
  subject: `Your payment to ${siteName} is on its way`,
  heading: "Your payment is on its way",
  paragraphs: [
    `Hello ${isolated(paid.firstname)}, ${paid.paymentMethod} is still checking your payment. A bank transfer can take a few days.`,
    "You do not need to do anything or pay again. Your access will start as soon as the money arrives, and we will email you then.",
  ],
  facts: paidFacts(paid),
  action: { label: "See your payments", path: "/dashboard/subscription" },
});

export const declinedMail: PaymentMail = (siteName, paid) => ({
  template: "payment-declined",
  subject: `Your payment to ${siteName} did not go through`,
  heading: "Your payment did not go through",
  paragraphs: [
    `Hello ${isolated(paid.firstname)}, ${paid.paymentMethod} told us that your payment was declined. You have not been charged, and no access has started.`,
    "You can choose the plan again and pay another way.",
  ],
  facts: paidFacts(paid),
  action: { label: "See the plans", path: "/subscription" },
});

/** After a dispute that the site has won. */
export const returnedMail: PaymentMail = (siteName, paid) => ({
  template: "payment-returned",
  subject: `Your membership at ${siteName} is active again`,
  heading: "Your access is back",
  paragraphs: [
    `Hello ${isolated(paid.firstname)}, ${paid.paymentMethod} has settled the dispute about this payment: the money stays with us, and your purchase is active again.`,
  ],
  facts: paidFacts(paid),
  action: { label: "See your membership", path: "/dashboard/subscription" },
});

/** For money of an order that was given up or replaced. */
export const unwantedMail: PaymentMail = (siteName, paid) => ({
  template: "payment-unwanted",
  subject: `A second payment reached ${siteName}`,
  heading: "You may have paid twice",
  paragraphs: [
    `Hello ${isolated(paid.firstname)}, ${paid.paymentMethod} took this payment, although you had since chosen something else.`,
    "Its days are added to your membership. If you do not want them, write to us on our contact page and we will refund you. We have been notified too.",
  ],
  facts: paidFacts(paid),
  action: { label: "Contact us", path: "/contact" },
});

export type RefundFacts = ReceiptFacts & { refundedAt: Date };

/** After a refund: the credit note for its receipt. */
export const creditNoteMail = (siteName: string, refund: RefundFacts, zone: string): MailContent => ({
  template: "credit-note",
  subject: `Your payment to ${siteName} was refunded`,
  heading: "Your payment was refunded",
  paragraphs: [
    `Hello ${isolated(refund.firstname)}, your money is on its way back to you through ${refund.paymentMethod}. This is your credit note.`,
  ],
  facts: [
    { label: "Plan", value: refund.packageName },
    ...amountFacts(refund),
    { label: "Refunded", value: formatTime(refund.refundedAt, "datetime", zone) },
    { label: "Credit note number", value: creditNoteName(refund.creditNoteNumber) },
    { label: "Corrects receipt", value: receiptName(refund.receiptNumber) },
  ],
  action: { label: "See the credit note", path: creditNotePath(refund.paymentId) },
  closing: [
    refund.isGift
      ? "The gift that this payment bought is cancelled."
      : "The access that this payment bought has ended.",
  ],
});

export type GiftFacts = {
  senderName: string;
  /** As the buyer typed it, with line breaks. May be empty. */
  message: string;
  packageName: string;
  days: number;
  expiresAt: Date;
};

/** For a gift's recipient. The buyer typed this address, so the email has no greeting. */
export const giftMail = (siteName: string, gift: GiftFacts, zone: string): MailContent => ({
  template: "gift",
  subject: `${isolated(gift.senderName)} has given you ${gift.packageName} at ${siteName}`,
  heading: `A gift from ${isolated(gift.senderName)}`,
  paragraphs: [
    `${isolated(gift.senderName)} has given you ${pluralize(gift.days, "day")} of ${gift.packageName} at ${siteName}. You pay nothing, and nothing renews.`,
    ...(gift.message ? ["They wrote:", ...gift.message.split("\n").filter((line) => line.trim())] : []),
  ],
  facts: [
    { label: "Membership", value: gift.packageName },
    { label: "Days", value: formatCount(gift.days) },
    { label: "Claim by", value: formatTime(gift.expiresAt, "date", zone) },
  ],
  action: { label: "See your gift", path: `/gift/${TOKEN_SLOT}` },
  closing: [
    "The days start when you claim them with a free account. Anyone with this link can claim them, but only once, so keep it to yourself.",
    "If you do not know anyone by that name, you can ignore this email. Nothing will happen.",
  ],
});

export type RewardFacts = {
  firstname: string;
  /** Only the part of the name that friends know anyway. */
  friend: string;
  days: number;
  tier: string;
  /** Null if the membership has no end. Days add nothing to it then. */
  accessUntil: Date | null;
};

export const rewardMail = (siteName: string, reward: RewardFacts, zone: string): MailContent => ({
  template: "referral-reward",
  subject: `Your invitation earned ${reward.accessUntil ? "you" : "your friend"} ${pluralize(reward.days, "day")} of membership`,
  heading: `${pluralize(reward.days, "day")} for your ${reward.accessUntil ? "invitation" : "friend"}`,
  paragraphs: [
    `Hello ${isolated(reward.firstname)}, ${isolated(reward.friend)} joined through your link and has made their first payment to ${siteName}.`,
    reward.accessUntil
      ? `We added ${pluralize(reward.days, "day")} of ${reward.tier} for you, and the same for your friend.`
      : `Your ${reward.tier} membership has no end date, so there was nothing to add to it. Your friend got ${pluralize(reward.days, "day")}.`,
  ],
  facts: reward.accessUntil
    ? [
        { label: "Membership", value: reward.tier },
        { label: "Access until", value: formatTime(reward.accessUntil, "datetime", zone) },
      ]
    : [],
  action: { label: "See your referrals", path: "/dashboard/referrals" },
  closing: ["If the payment is refunded, we remove these days."],
});
