import type { ReactNode } from "react";
import { cx } from "./class-names";

type EmptyStateProps = {
  /** The exact text of the specification. */
  title: string;
  children?: ReactNode;
  /** One link onwards. */
  action?: { label: string; to: string };
};

/** An empty state: the text in serif, at most one sentence, one link. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <strong>{title}</strong>
      {children !== undefined && <p>{children}</p>}
      {action && <a href={action.to}>{action.label}</a>}
    </div>
  );
}

/** The link of an empty state. */
export const READ_NEWS = { label: "Read the news", to: "/news" };

type NoteProps = {
  tone?: "plain" | "good" | "bad" | "warn";
  title?: string;
  id?: string;
  children?: ReactNode;
};

/** A message about the page, not about an action. */
export function Note({ tone = "plain", title, id, children }: NoteProps) {
  return (
    <div
      id={id}
      className={cx("note", tone !== "plain" && `note--${tone}`)}
      role={tone === "bad" ? "alert" : undefined}
    >
      {title && <strong>{title}</strong>}
      {children}
    </div>
  );
}

/** Replaces content that could not be loaded. @param title the exact text of the specification */
export function LoadError({ title }: { title: string }) {
  return (
    <Note tone="bad" title={title}>
      Please reload the page in a moment.
    </Note>
  );
}
