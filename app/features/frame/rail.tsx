import type { DrawnAd } from "~/features/ads/ads.queries.server";
import type { MoverRow } from "~/features/markets/markets.queries.server";
import { MoverList } from "~/features/markets/mover-list";
import { MOVER_ORDER, MOVER_TITLES } from "~/features/markets/movers.rules";
import { AdBox } from "~/ui/ad-box";
import { Section } from "~/ui/head";

/** The right column: a square ad, the movers, another ad. */
export function Rail({ squares, movers }: { squares: DrawnAd[]; movers: MoverRow[] }) {
  const [first, second] = squares;
  return (
    <>
      {first && <AdBox {...first} />}
      {movers.length > 0 && (
        <Section title="Movers" more={{ label: "All movers", to: "/market#movers" }} flush>
          {MOVER_ORDER.map((type) => (
            <div key={type}>
              <h3 className="minor">{MOVER_TITLES[type]}</h3>
              <MoverList movers={movers} type={type} />
            </div>
          ))}
        </Section>
      )}
      {second && <AdBox {...second} />}
    </>
  );
}
