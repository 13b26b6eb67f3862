import type { IconName } from "./icon";

/**
 * A navigation entry. Without `to` it is greyed out; `reason` says why this reader cannot use it, `letter` is
 * its shortcut after `g`.
 */
export type NavEntry = {
  label: string;
  to?: string;
  /** The reader is on this page, or on a page below it. */
  current?: boolean;
  /** Hides the referrer from the target page. */
  referrerPolicy?: "no-referrer";
  icon?: IconName;
  reason?: string;
  letter?: string;
};

/** Whether `pathname` is `to` or below it; "/" only matches itself. */
function isUnder(to: string, pathname: string): boolean {
  if (to === "/") return pathname === "/";
  return pathname === to || pathname.startsWith(`${to}/`);
}

/** Marks the current entry: the most specific one that covers the path (/admin/news before /admin). */
export function markCurrent(entries: readonly NavEntry[], pathname: string): NavEntry[] {
  let best: NavEntry | undefined;
  for (const entry of entries) {
    if (entry.to === undefined || !isUnder(entry.to, pathname)) continue;
    if (best?.to === undefined || entry.to.length > best.to.length) best = entry;
  }
  return entries.map((entry) => ({ ...entry, current: entry === best }));
}
