import { pluralize } from "~/ui/format";

const HOUR = 60;

/** "Maren Holt opened this 3 minutes ago". @param minutes since then, rounded down */
export function openedText({ who, minutes }: { who: string; minutes: number }): string {
  const since = Math.floor(minutes);
  if (since < 1) return `${who} opened this just now`;
  const ago = since < HOUR ? pluralize(since, "minute") : pluralize(Math.floor(since / HOUR), "hour");
  return `${who} opened this ${ago} ago`;
}
