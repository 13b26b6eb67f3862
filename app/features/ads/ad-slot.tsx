import { AdBox } from "./ad-box";
import type { AdProps } from "./ads.queries.server";

/** A rectangle slot with a position; it says so when nothing is booked. Specification, section 8. */
export function AdSlot({ ad, position, eager }: { ad?: AdProps; position: number; eager?: boolean }) {
  return ad ? (
    <AdBox {...ad} eager={eager} />
  ) : (
    <p className="meta">{`No ad available for position ${position}.`}</p>
  );
}
