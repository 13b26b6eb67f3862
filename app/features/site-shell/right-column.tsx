import type { ReactNode } from "react";
import { AdBox } from "~/features/ads/ad-box";
import type { AdProps } from "~/features/ads/ads.queries.server";
import type { MoverRow } from "~/features/markets/markets.queries.server";
import { MoverList } from "~/features/markets/mover-list";
import { MOVER_ORDER, MOVER_TITLES, newestOf } from "~/features/markets/movers.rules";
import { Section } from "~/ui/head";
import { Time } from "~/ui/time";

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

/** The movers of the right column; nothing where there are none. */
export function MoversSection({ movers, zone }: { movers: MoverRow[]; zone: string }) {
  const asOf = newestOf(movers);
  return (
    <>
      {movers.length > 0 && (
        <Section title="Movers" more={{ label: "All movers", to: "/market#movers" }} flush>
          {MOVER_ORDER.map((type) => (
            <div key={type}>
              <h3 className="minor">{MOVER_TITLES[type]}</h3>
              <MoverList movers={movers} type={type} />
            </div>
          ))}
          {asOf && (
            <p className="meta table-note">
              As of <Time at={asOf} style="day-time" zone={zone} />
            </p>
          )}
        </Section>
      )}
    </>
  );
}
