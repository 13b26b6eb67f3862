import type { ReactNode } from "react";
import { AdBox } from "~/features/ads/ad-box";
import type { AdProps } from "~/features/ads/ads.queries.server";
import type { RouteHandle } from "~/web/route-handle";

/** The sections of the right column, as many as there is room for. */
export type ColumnSections = Readonly<
  Record<
    "column1" | "column2" | "column3" | "columnWhole" | "columnBetweenAds" | "columnAtMarkets" | "settled",
    ReactNode
  >
>;

type RightColumnProps = {
  squares: AdProps[];
  sections: ColumnSections;
  /** How much of it a page has beside it; all without it. */
  room?: Exclude<RouteHandle["sidebar"], false | ((props: never) => ReactNode)>;
  /** Both advertisements stand there though the page has room for few sections. */
  keepsAds?: boolean;
};

/** The right column: a square ad, the last settled calls, what is read most, the next results, the movers, another ad. */
export function RightColumn({ squares, sections, room, keepsAds = !room }: RightColumnProps) {
  const [first, second] = squares;
  return (
    <>
      {first && <AdBox {...first} />}
      {room ? sections[`column${room}`] : second ? sections.columnBetweenAds : sections.columnWhole}
      {keepsAds && second && <AdBox {...second} />}
    </>
  );
}
