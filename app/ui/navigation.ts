import type { IconName } from "./icon";

/** A place to go. Without `to` it is drawn greyed and cannot be clicked; `reason` says why it is closed to this reader, `letter` which one leads there after `g`. */
export type NavEntry = {
  label: string;
  to?: string;
  /** One is there, or below it at what the menu names as well. */
  current?: boolean | "below";
  /** Where the page that it leads to must not think that this one did. */
  referrerPolicy?: "no-referrer";
  icon?: IconName;
  reason?: string;
  letter?: string;
  /** The screen below it that one is at. */
  within?: NavEntry;
};

/** Whether `pathname` is `to` or lies below it; "/" is only itself. */
function isUnder(to: string, pathname: string): boolean {
  if (to === "/") return pathname === "/";
  return pathname === to || pathname.startsWith(`${to}/`);
}

/** Marks the entry one is at: of all that cover the path, the most exact (/admin/news before /admin). */
export function markCurrent(entries: readonly NavEntry[], pathname: string): NavEntry[] {
  let best: NavEntry | undefined;
  for (const entry of entries) {
    if (entry.to === undefined || !isUnder(entry.to, pathname)) continue;
    if (best?.to === undefined || entry.to.length > best.to.length) best = entry;
  }
  return entries.map((entry) => ({ ...entry, current: entry === best }));
}
