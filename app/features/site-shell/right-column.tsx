import type { ReactNode } from "react";
import { AdBox } from "~/features/ads/ad-box";
import type { AdProps } from "~/features/ads/ads.queries.server";

type RightColumnProps = { squares: AdProps[]; settled?: ReactNode; movers?: ReactNode };

/** The right column: a square ad, the last settled calls, the movers, another ad. */
export function RightColumn({ squares, settled, movers }: RightColumnProps) {
  const [first, second] = squares;
  return (
    <>
      {first && <AdBox {...first} />}
      {settled}
      {movers}
      {second && <AdBox {...second} />}
    </>
  );
}
