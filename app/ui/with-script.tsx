import { createElement, type ReactNode } from "react";

/**
 * Holds what would be dead without script (Show, Copy, Dismiss). The element stays undefined until the
 * enhance module defines it, and the base CSS hides undefined ones: no attribute has to change, so
 * nothing can differ when React hydrates the page.
 */
export function ScriptOnly({ children }: { children: ReactNode }) {
  return createElement("with-script", null, children);
}
