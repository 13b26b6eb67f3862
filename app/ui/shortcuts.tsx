import { SHORTCUTS_ID, TURN_OFF_ID } from "./admin-keys/ids";
import { Button } from "./button";
import type { NavEntry } from "./navigation";
import { ScriptOnly } from "./with-script";

/** Of every list and screen; what each does is in `ui/admin-keys`. */
const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ["?", "Show and hide these keys"],
  ["/ or Ctrl K", "Go to a screen or a record"],
  ["j, k", "Next row, row before"],
  ["Enter", "To the row’s record"],
  ["x", "Tick the row"],
  ["n", "New record"],
  ["f", "Search the list"],
  ["], [", "Next page, page before"],
  ["Escape", "Leave a form or a question"],
  ["Ctrl B, Ctrl I", "Bold, italic, in a text"],
  ["Ctrl Shift 1, L, 8, 9", "Heading, link, list, quote"],
];

/** What opens the sheet; the keys themselves need script, and so does the button. */
export const ShortcutsButton = () => (
  <ScriptOnly>
    <button type="button" className="shortcuts-button" {...{ popovertarget: SHORTCUTS_ID }}>
      Keyboard shortcuts
    </button>
  </ScriptOnly>
);

/** The sheet of keys. @param places those of the menu that letters lead to */
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
        Turn single keys off
      </Button>
    </section>
  );
}
