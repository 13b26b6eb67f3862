import type { ReactNode } from "react";
import { AdBox } from "~/features/ads/ad-box";
import type { AdProps } from "~/features/ads/ads.queries.server";
import type { RouteHandle } from "~/web/route-handle";

/** The sections of the right column, as many as fit. */
export type ColumnSections = Readonly<
  Record<
    "column1" | "column2" | "column3" | "columnWhole" | "columnBetweenAds" | "columnAtMarkets" | "settled",
    ReactNode
  >
>;

type RightColumnProps = {
  squares: AdProps[];
  sections: ColumnSections;
  /** The part of the column that fits next to the page; all of it if undefined. */
  room?: Exclude<RouteHandle["sidebar"], false | ((props: never) => ReactNode)>;
  /** Whether both advertisements appear even if few sections fit. */
  keepsAds?: boolean;
};

/**
 * The right column: a square ad, the last settled calls, the most read articles, the next results, the
 * movers, another ad.
 */
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
