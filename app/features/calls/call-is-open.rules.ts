import { dayNumber } from "~/ui/charts/calendar";
import { STATE_LABELS } from "./calls.rules";

type CallLifetime = { state: keyof typeof STATE_LABELS; lastDay: string | null };

/**
 * Whether a call is open: not ended, and its last day in the site's zone is not over. On that day prices can
 * still settle it. Afterwards it waits for its closing price. In SQL: `callIsOpen` and `alertIsOpen`.
 * @param today yyyy-mm-dd, in the site's zone
 */
export const isOpen = ({ state, lastDay }: CallLifetime, today: string): boolean =>
  state === "open" && (lastDay === null || lastDay >= today);

/**
 * The days from today to an open call's last day: "12", "Last day". @param lastDay, @param today yyyy-mm-dd
 */
export function daysLeftText(lastDay: string, today: string): string {
  const days = dayNumber(lastDay) - dayNumber(today);
  return days > 0 ? String(days) : days === 0 ? "Last day" : "Over";
}

export const OVER_LABEL = "Over, not settled";

/** The state of a call as staff see it. */
export const stateText = (call: CallLifetime, today: string): string =>
  call.state === "open" && !isOpen(call, today) ? OVER_LABEL : STATE_LABELS[call.state];
