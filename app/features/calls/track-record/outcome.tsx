import { cx } from "~/ui/class-names";
import { changeDirection, formatSigned } from "~/ui/format";
import type { CloseReason } from "../call-events.rules";
import { ENDED_AT } from "./settled-cards.rules";

const LOOKS = { up: "outcome--win", down: "outcome--loss", flat: undefined } as const;

/** How a call ended and its result. A disc marks a gain, a ring a loss; a zero result has no mark. */
export function Outcome({ reason, result }: { reason: CloseReason | null; result: number }) {
  const look = LOOKS[changeDirection(result, 1)];
  return (
    <span className={cx("outcome", look)}>
      {look && (
        <svg width="10" height="10" viewBox="-5 -5 10 10" aria-hidden="true">
          <circle r="4" />
        </svg>
      )}
      {reason ? ENDED_AT[reason] : "Settled"} <b>{`${formatSigned(result, 1)}%`}</b>
    </span>
  );
}
