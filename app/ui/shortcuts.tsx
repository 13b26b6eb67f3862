import { SHORTCUTS_ID, TURN_OFF_ID } from "./admin-keys/ids";
import { Button } from "./button";
import type { NavEntry } from "./navigation";
import { ScriptOnly } from "./with-script";

/** Shortcuts of every list and screen, implemented in `ui/admin-keys`. */
const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ["?", "Show or hide these shortcuts"],
  ["/ or Ctrl K", "Go to a screen or a record"],
  ["j, k", "Next row, previous row"],
  ["Enter", "Open the row’s record"],
  ["x", "Select the row"],
  ["n", "New record"],
  ["f", "Search the list"],
  ["], [", "Next page, previous page"],
  ["Escape", "Close a form or dialog"],
  ["Ctrl B, Ctrl I", "Bold, italic (in a text)"],
  ["Ctrl Shift 1, L, 8, 9", "Heading, link, list, quote"],
];

/** The button that opens the list; like the shortcuts it needs script. */
export const ShortcutsButton = () => (
  <ScriptOnly>
    <button type="button" className="shortcuts-button" {...{ popovertarget: SHORTCUTS_ID }}>
      Keyboard shortcuts
    </button>
  </ScriptOnly>
);

/** The list of shortcuts. @param places menu entries with letters */
export function Shortcuts({ places }: { places: readonly NavEntry[] }) {
  const keyed = places.flatMap(({ label, letter, to }) =>
    letter && to ? [[`g ${letter}`, label] as const] : [],
  );
  return (
    <section id={SHORTCUTS_ID} className="shortcuts" aria-label="Keyboard shortcuts" {...{ popover: "auto" }}>
      <h2>Keyboard shortcuts</h2>
      <dl>
        {[...KEYS, ...keyed].map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Button type="button" id={TURN_OFF_ID} size="sm" aria-pressed={false}>
        Turn off single-key shortcuts
      </Button>
    </section>
  );
}
