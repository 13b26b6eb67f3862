import type { MoverRow } from "~/features/markets/markets.queries.server";
import { MoverList } from "~/features/markets/mover-list";
import { hasQuarters, MOVER_ORDER, MOVER_TITLES, newestTime } from "~/features/markets/movers.rules";
import { QUARTER_NOTE } from "~/features/markets/quarter-spark";
import { Section } from "~/ui/head";
import { Time } from "~/ui/time";

/** The movers of the right column; null if there are none. */
export function MoversSection({ movers, zone }: { movers: MoverRow[]; zone: string }) {
  const asOf = newestTime(movers);
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
              {hasQuarters(movers) && `. ${QUARTER_NOTE}.`}
            </p>
          )}
        </Section>
      )}
    </>
  );
}
