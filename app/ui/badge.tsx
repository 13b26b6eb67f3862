import type { ReactNode } from "react";
import { cx } from "./class-names";
import { Icon } from "./icon";

/**
 * draft: outlined half-disc. good: full half-disc. members: brass with a lock; unlocked: the same for readers
 * with access. active: the current package.
 */
export type BadgeTone =
  | "plain"
  | "good"
  | "bad"
  | "warn"
  | "draft"
  | "members"
  | "unlocked"
  | "free"
  | "active";

/** The word matters first, the tint second. */
export function Badge({ tone = "plain", children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className={cx("badge", tone !== "plain" && `badge--${tone}`)}>
      {tone === "members" && <Icon name="lock" />}
      {children}
    </span>
  );
}

/** A framed ticker symbol; with `to` it links to the company's page. */
export function TickerSymbol({ to, children }: { to?: string; children: string }) {
  if (to === undefined) return <span className="tick">{children}</span>;
  return (
    <a className="tick" href={to}>
      {children}
    </a>
  );
}

/** BUY or SELL as word, shape and arrow; muted when the call is closed. */
export function BuySellTag({ side, quiet }: { side: "buy" | "sell"; quiet?: boolean }) {
  const looks = cx("tag", side === "sell" && "tag--sell", quiet && "tag--quiet");
  return <span className={looks}>{side.toUpperCase()}</span>;
}
