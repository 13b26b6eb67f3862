import { useState } from "react";

/** A textarea's `ref`. */
type Attach = (area: HTMLTextAreaElement | null) => void;

/**
 * Keeps a text, and the cursor in it, that was typed before React loaded: React 18 puts a textarea's first text back
 * when it hydrates.
 * @param id the textarea's
 */
export function useEarlyText(id: string): Attach | undefined {
  const [attach] = useState(() => keeperOf(id));
  return attach;
}

/** Called in the render that hydrates the textarea, just before React writes to it. */
function keeperOf(id: string): Attach | undefined {
  if (typeof document === "undefined") return undefined;
  const early = document.getElementById(id) as HTMLTextAreaElement | null;
  if (!early) return undefined;
  const { value, selectionStart, selectionEnd } = early;
  return (area) => {
    if (area !== early || area.value === value) return;
    area.value = value;
    area.setSelectionRange(selectionStart, selectionEnd);
  };
}
