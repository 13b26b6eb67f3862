import { formatCount, formatNumber, formatSigned } from "~/ui/format";
import type { TrackRecordSums } from "./headline-figures.queries.server";

/** The track record's figures below the navigation. Only a link until a call is settled. */
export function TrackRecordFoot({ settled, right, median }: TrackRecordSums) {
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
