import { isolated } from "~/features/mail/isolated";
import type { MailContent } from "~/features/mail/mail-content";
import { companyHref } from "~/features/markets/company.rules";
import { dayInWords } from "~/ui/charts/calendar";
import { formatCount, pluralize } from "~/ui/format";
import type { PriceUnit } from "~/ui/price-format";
import { ALERTS_PATH, type AlertKind, alertText, firedText } from "./price-alerts.rules";

/** A fired alert with its company. @property day of the price */
export type FiredAlert = {
  kind: AlertKind;
  level: string;
  price: string;
  moved: string | null;
  day: string;
  company: { symbol: string; name: string } & PriceUnit;
};

/** Alerts that one email lists. */
const MOST_LISTED = 25;

const sentence = (fired: FiredAlert): string => firedText(fired, fired.company);

function listed(fired: FiredAlert) {
  const { company, day, kind } = fired;
  const level = kind === "moves" ? "" : ` Your alert: ${alertText(fired, company)}.`;
  return {
    label: `${isolated(company.name)} (${company.symbol})`,
    value: `${sentence(fired)}, ${dayInWords(day, "day")}.${level}`,
    path: companyHref(company.symbol),
  };
}

function subjectOf(fired: readonly FiredAlert[]): string {
  const [only] = fired;
  if (only && fired.length === 1) return `${only.company.symbol} ${sentence(only)}`;
  const [first, second, ...others] = new Set(fired.map(({ company }) => company.symbol));
  const names = [first, second].flatMap((symbol) => symbol ?? []).join(", ");
  return `Price alerts: ${names}${others.length > 0 ? ` and ${formatCount(others.length)} more` : ""}`;
}

/** What a member's price alerts found within a minute. @param fired at least one, in the order of their prices @param stopPath ends these emails without a sign-in */
export const priceAlertMail = (
  siteName: string,
  { firstname, fired, stopPath }: { firstname: string; fired: readonly FiredAlert[]; stopPath: string },
): MailContent => ({
  template: "price-alert",
  subject: subjectOf(fired),
  heading: pluralize(fired.length, "price alert"),
  paragraphs: [
    `Hello ${isolated(firstname)}, you asked ${siteName} to tell you when ${fired.length === 1 ? "this happens" : "these things happen"}.`,
    ...(fired.length > MOST_LISTED
      ? [`The first ${MOST_LISTED} are below. Your notifications show the most recent of them.`]
      : []),
  ],
  facts: [
    ...fired.slice(0, MOST_LISTED).map(listed),
    { label: "Stop these emails", value: "You do not need to sign in.", path: stopPath },
  ],
  action: { label: "Your price alerts", path: ALERTS_PATH },
  closing: ["The bell always shows your alerts."],
});
