import { AdBox } from "./ad-box";
import type { AdProps } from "./ads.queries.server";

/** A rectangle slot with a position. An empty slot shows a message. Specification, section 8. */
export function AdSlot({ ad, position, eager }: { ad?: AdProps; position: number; eager?: boolean }) {
  return ad ? (
    <AdBox {...ad} eager={eager} />
  ) : (
    <p className="meta">{`No ad available for position ${position}.`}</p>
  );
}
