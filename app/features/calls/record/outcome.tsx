import { cx } from "~/ui/class-names";
import { formatSigned } from "~/ui/format";
import type { CloseReason } from "../call-events.rules";
import { ENDED_AT } from "./settled-cards.rules";

/** How a call ended, and what it came to: a disc is a gain, a ring a loss. */
export function Outcome({ reason, result }: { reason: CloseReason | null; result: number }) {
  const won = result > 0;
  return (
    <span className={cx("outcome", won ? "outcome--win" : "outcome--loss")}>
      <svg width="10" height="10" viewBox="-5 -5 10 10" aria-hidden="true">
        <circle r="4" />
      </svg>
      {reason ? ENDED_AT[reason] : "Settled"} <b>{`${formatSigned(result, 1)}%`}</b>
    </span>
  );
}
