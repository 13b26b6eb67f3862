import { IconButton } from "./button";
import { cx } from "./class-names";
import { Icon } from "./icon";
import { WithScript } from "./with-script";

/** good leaves by itself, bad stays until it is dismissed, note is neither. */
export type ToastTone = "good" | "bad" | "note";

export type ToastProps = {
  tone: ToastTone;
  text: string;
  /** Milliseconds until a good or note toast leaves; a bad one never does. */
  timeout?: number;
};

const ICONS = { good: "check", bad: "warn", note: "note" } as const;

/** One message. Say errors with tone bad: it is announced at once and stays. */
export function Toast({ tone, text, timeout = 5000 }: ToastProps) {
  return (
    <div
      className={cx("toast", tone !== "good" && `toast--${tone}`)}
      role={tone === "bad" ? "alert" : "status"}
      data-timeout={tone === "bad" ? undefined : timeout}
    >
      <Icon name={ICONS[tone]} />
      <p>{text}</p>
      <WithScript>
        <IconButton icon="close" label="Dismiss" data-dismiss="" />
      </WithScript>
    </div>
  );
}

/** The place of messages: top right, on phones at the bottom, without script above the content. */
export function Toasts({ items }: { items: readonly ToastProps[] }) {
  if (items.length === 0) return null;
  return (
    <div className="toasts">
      {items.map((item) => (
        <Toast key={`${item.tone} ${item.text}`} {...item} />
      ))}
    </div>
  );
}
