import { formatCount, formatMoney, formatSigned } from "~/ui/format";
import type { DateRange } from "./ranges.rules";

/** "the 30 days before" */
const wordsBefore = (range: DateRange) => `the previous ${range} days`;

/** The count of the previous range; undefined without one. */
export const countBefore = (range: DateRange, before: number | undefined): string | undefined =>
  before === undefined ? undefined : `${formatCount(before)} in ${wordsBefore(range)}`;

/** The sum of the previous range and the change since. */
export function moneyBefore(
  range: DateRange,
  { net, netBefore, currency }: { net: string; netBefore?: string; currency: string },
): string | undefined {
  if (netBefore === undefined) return undefined;
  const change = changeText(Number(net), Number(netBefore));
  return `${formatMoney(netBefore, currency)} in ${wordsBefore(range)}${change ? `, ${change}` : ""}`;
}

/** "+12.5%"; undefined if there is nothing to compare with or the change rounds to zero. */
export function changeText(now: number, before: number): string | undefined {
  const percent = (now / before - 1) * 100;
  if (before <= 0 || !Number.isFinite(percent) || Math.abs(percent) < 0.05) return undefined;
  return `${formatSigned(percent, 1)}%`;
}

/** The definitions of the figures, in the order of the screen. */
export const DEFINITIONS: readonly { term: string; meaning: string }[] = [
  {
    term: "Payer",
    meaning:
      "A member with paid access. Referral days, gifts, free trials and memberships from staff are not paid; those members are counted as free readers.",
  },
  { term: "New", meaning: "A member’s first payment, even if it was refunded later." },
  {
    term: "Returned",
    meaning: "A payment by a member whose paid access had already ended.",
  },
  {
    term: "Renewal",
    meaning: "A payment while paid access was still active, including an upgrade to a more expensive plan.",
  },
  {
    term: "Ended",
    meaning:
      "The member’s paid access expired, or its payment was refunded, on that day, and they had no other paid access. A member who comes back later counts as returned.",
  },
  {
    term: "Revenue",
    meaning:
      "Completed payments on the day of the payment, less refunds on the day of the refund. Matches the list of payments to the cent.",
  },
  {
    term: "Paywall shown",
    meaning:
      "A paywall, including its link to the plans, was visible for at least one second in a reader’s browser. Only totals by page and day are stored. There are no cookies and no individual tracking, and at most a few hundred views a minute are counted from any one network.",
  },
  { term: "Click to plans", meaning: "A reader clicked that link." },
  {
    term: "Payment from a paywall",
    meaning:
      "A payment by a reader who came to the plans from that page’s paywall, less refunds on the day of the refund. Gifts, and payments by readers who came to the plans another way, are not assigned to a page.",
  },
  { term: "Days", meaning: "UTC days. Today shows the figures so far." },
];
