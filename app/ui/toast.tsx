import { IconButton } from "./button";
import { cx } from "./class-names";
import { Icon } from "./icon";
import { ScriptOnly } from "./with-script";

/**
 * How long toasts stay, in milliseconds; specification, section 9. Its 4 s for registration errors is not among them:
 * errors stay (decisions.md, "Sessions, accounts, mail").
 */
export const TOAST_MS = { shared: 5_000, members: 3_000, copied: 2_000 } as const;

/** good leaves by itself, bad stays until it is dismissed, note is neither. */
export type ToastTone = "good" | "bad" | "note";

export type ToastProps = {
  tone: ToastTone;
  text: string;
  /** Milliseconds until a good or note toast leaves, where a text wants its own; a bad one never does. */
  timeout?: number;
};

const ICONS = { good: "check", bad: "warn", note: "note" } as const;

/** One message. Say errors with tone bad: it is announced at once and stays. */
export function Toast({ tone, text, timeout = TOAST_MS.shared }: ToastProps) {
  return (
    <div
      className={cx("toast", tone !== "good" && `toast--${tone}`)}
      role={tone === "bad" ? "alert" : "status"}
      data-timeout={tone === "bad" ? undefined : timeout}
    >
      <Icon name={ICONS[tone]} />
      <p>{text}</p>
      <ScriptOnly>
        <IconButton icon="close" label="Dismiss" data-dismiss="" />
      </ScriptOnly>
    </div>
  );
}

/**
 * The place of messages: top right, on phones at the bottom, without script above the content.
 * @param props.timeout for those that name none
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
