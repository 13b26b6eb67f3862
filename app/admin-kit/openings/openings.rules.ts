import { pluralize } from "~/ui/format";

/** Minutes that a form counts as open after it was rendered: without script there is no later report. */
export const RENDERED_MINUTES = 15;
/** The same with script, which reports every minute. */
export const REPORTED_MINUTES = 3;

const HOUR = 60;

/** "Maren Holt opened this 3 minutes ago". @param minutes since then, rounded down */
export function openedText({ who, minutes }: { who: string; minutes: number }): string {
  const since = Math.floor(minutes);
  if (since < 1) return `${who} opened this just now`;
  const ago = since < HOUR ? pluralize(since, "minute") : pluralize(Math.floor(since / HOUR), "hour");
  return `${who} opened this ${ago} ago`;
}
