import type { DrawnAd } from "~/features/ads/ad-picture";
import type { MoverRow, MoverType } from "~/features/markets/markets.queries.server";
import { AdBox } from "~/ui/ad-box";
import { Section } from "~/ui/head";
import { QuoteList } from "~/ui/related";

const TITLES: Record<MoverType, string> = { gainers: "Gainers", losers: "Losers", mostactive: "Most active" };
const ORDER: MoverType[] = ["gainers", "losers", "mostactive"];

/** The right column: a square ad, the movers, another ad. */
export function Rail({ squares, movers }: { squares: DrawnAd[]; movers: MoverRow[] }) {
  const [first, second] = squares;
  return (
    <>
      {first && <AdBox {...first} eager />}
      {movers.length > 0 && (
        <Section title="Movers" more={{ label: "All movers", to: "/market#movers" }} flush>
          {ORDER.map((type) => (
            <QuoteList
              key={type}
              title={TITLES[type]}
              quotes={movers.filter(({ moverType }) => moverType === type)}
            />
          ))}
        </Section>
      )}
      {second && <AdBox {...second} />}
    </>
  );
}
