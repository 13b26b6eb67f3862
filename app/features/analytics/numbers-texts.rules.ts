import { formatCount, formatMoney, formatSigned } from "~/ui/format";
import type { NumbersRange } from "./ranges.rules";

/** "the 30 days before" */
const wordsBefore = (range: NumbersRange) => `the ${range} days before`;

/** What a count was in the range before; undefined where there is none. */
export const countBefore = (range: NumbersRange, before: number | undefined): string | undefined =>
  before === undefined ? undefined : `${formatCount(before)} in ${wordsBefore(range)}`;

/** What a sum was in the range before, and how much that is less or more. */
export function moneyBefore(
  range: NumbersRange,
  { net, netBefore, currency }: { net: string; netBefore?: string; currency: string },
): string | undefined {
  if (netBefore === undefined) return undefined;
  const change = changeText(Number(net), Number(netBefore));
  return `${formatMoney(netBefore, currency)} in ${wordsBefore(range)}${change ? `, ${change}` : ""}`;
}

/** "+12.5%"; undefined where there is nothing to compare with, or no difference that shows. */
export function changeText(now: number, before: number): string | undefined {
  const percent = (now / before - 1) * 100;
  if (before <= 0 || !Number.isFinite(percent) || Math.abs(percent) < 0.05) return undefined;
  return `${formatSigned(percent, 1)}%`;
}

/** What is counted, in the order of the screen. */
export const DEFINITIONS: readonly { term: string; meaning: string }[] = [
  {
    term: "Payer",
    meaning:
      "A member with access that was paid for. Days of a referral, gifts, free trials and memberships that staff opened are not: who reads by those is counted apart.",
  },
  { term: "New", meaning: "The first payment a member ever made, also where it was given back later." },
  {
    term: "Returned",
    meaning: "A payment of a member whose paid access had ended before it.",
  },
  {
    term: "Renewal",
    meaning:
      "A payment while paid access still ran, or one whose access begins later because the member had access already. A dearer plan in place of another is one, too.",
  },
  {
    term: "Ended",
    meaning:
      "Paid access ran out on that day, or was ended by a refund, and no other paid access went on from there. Who comes back later counts as returned then.",
  },
  {
    term: "Revenue",
    meaning:
      "Completed payments on the day on which the money came, less refunds on the day on which it was given back. To the cent what the ledger of payments says.",
  },
  {
    term: "Lock shown",
    meaning:
      "The way to the plans of a locked page was in sight for a second, in a browser that is no program. Counted in sums by page and day: nobody is followed, no cookie is set, and one network counts a few hundred times a minute at most.",
  },
  { term: "To the plans", meaning: "That way was taken." },
  {
    term: "By lock",
    meaning:
      "Payments whose buyer came to the plans from that page’s lock and chose one there, less refunds on the day on which they were given back. Who came to the plans otherwise, and gifts, belong to no page.",
  },
  { term: "Days", meaning: "Those of UTC. The running one is as it is now." },
];
