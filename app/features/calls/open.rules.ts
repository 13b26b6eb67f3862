import { dayNumber } from "~/ui/charts/calendar";
import { STATE_LABELS } from "./calls.rules";

type Lived = { state: keyof typeof STATE_LABELS; lastDay: string | null };

/**
 * Whether a call is open: nothing has ended it, and its last day at the site is not over. On that day its prices can still settle it;
 * afterwards it only waits for the price that does. The same for the database: `callIsOpen` and `alertIsOpen`.
 * @param today yyyy-mm-dd, the site's
 */
export const isOpen = ({ state, lastDay }: Lived, today: string): boolean =>
  state === "open" && (lastDay === null || lastDay >= today);

/** How many days an open call has behind the current one, up to its last: "12", "Last day". @param lastDay, @param today yyyy-mm-dd */
export function daysLeftText(lastDay: string, today: string): string {
  const days = dayNumber(lastDay) - dayNumber(today);
  return days > 0 ? String(days) : days === 0 ? "Last day" : "Over";
}

export const OVER_LABEL = "Over, not settled";

/** What staff read of a call's state. */
export const stateText = (call: Lived, today: string): string =>
  call.state === "open" && !isOpen(call, today) ? OVER_LABEL : STATE_LABELS[call.state];
