import { createElement, type ReactNode } from "react";

/**
 * Wraps controls that need script (Show, Copy, Dismiss). The element stays undefined until the enhance module
 * defines it, and the base CSS hides undefined ones. No attribute changes, so hydration finds no difference.
 */
export function ScriptOnly({ children }: { children: ReactNode }) {
  return createElement("with-script", null, children);
}
