import { formatCount, formatNumber, formatSigned } from "~/ui/format";
import type { RecordSums } from "./record-sums.queries.server";

/** The record at the foot of the navigation; without a settled call it is the way there alone. */
export function RecordFoot({ settled, right, median }: RecordSums) {
  return (
    <a className="navfoot" href="/track-record">
      <span className="navfoot-title">The record</span>
      {settled > 0 && (
        <>
          <span>
            <b>{formatCount(settled)}</b>
            {settled === 1 ? " call settled" : " calls settled"}
          </span>
          <span>
            <b>{`${formatNumber((100 * right) / settled, 0)}%`}</b>
            {" right, median "}
            <b>{`${formatSigned(median, 1)}%`}</b>
          </span>
        </>
      )}
    </a>
  );
}
