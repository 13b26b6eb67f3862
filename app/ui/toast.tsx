import { Button, IconButton } from "./button";
import { cx } from "./class-names";
import { Icon } from "./icon";
import { ScriptOnly } from "./with-script";

/**
 * How long toasts stay, in milliseconds; specification, section 9. Its 4 s for registration errors is not
 * used: errors stay.
 */
export const TOAST_MS = { shared: 5_000, members: 3_000, copied: 2_000, undo: 10_000 } as const;

/** A form of hidden values that takes back what the toast reports. */
export type ToastUndo = { action: string; values: Record<string, string> };

/** "good" disappears, "bad" stays until dismissed, "note" is neutral. */
export type ToastTone = "good" | "bad" | "note";

export type ToastProps = {
  tone: ToastTone;
  text: string;
  /** Milliseconds until a good or note toast disappears, if not the default; a bad one never does. */
  timeout?: number;
  undo?: ToastUndo;
};

const ICONS = { good: "check", bad: "warn", note: "note" } as const;

/** One message. Errors have the tone "bad": announced immediately, and persistent. */
export function Toast({ tone, text, timeout = TOAST_MS.shared, undo }: ToastProps) {
  return (
    <div
      className={cx("toast", tone !== "good" && `toast--${tone}`)}
      role={tone === "bad" ? "alert" : "status"}
      data-timeout={tone === "bad" ? undefined : undo ? TOAST_MS.undo : timeout}
    >
      <Icon name={ICONS[tone]} />
      <p>{text}</p>
      {undo && (
        <form method="post" action={undo.action}>
          {Object.entries(undo.values).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button size="sm" busyText="Undoing...">
            Undo
          </Button>
        </form>
      )}
      <ScriptOnly>
        <IconButton icon="close" label="Dismiss" data-dismiss="" />
      </ScriptOnly>
    </div>
  );
}

/**
 * The toasts' place: top right, at the bottom on phones, above the content without script.
 * @param props.timeout the default time-out
 */
export function Toasts({ items, timeout }: { items: readonly ToastProps[]; timeout?: number }) {
  if (items.length === 0) return null;
  return (
    <div className="toasts">
      {items.map((item) => (
        <Toast key={`${item.tone} ${item.text}`} {...item} timeout={item.timeout ?? timeout} />
      ))}
    </div>
  );
}
