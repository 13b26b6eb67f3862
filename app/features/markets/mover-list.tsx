import { ChangeText } from "~/ui/change";
import { formatVolume } from "~/ui/format";
import { formatPrice } from "~/ui/price-format";
import { companyHref } from "./company.rules";
import { liveMarks } from "./live/live-quote.rules";
import type { MoverRow, MoverType } from "./markets.queries.server";
import { hasQuarters, MOVER_ORDER, MOVER_TITLES, moverChange } from "./movers.rules";
import { QuarterSpark } from "./quarter-spark";

type MoverProps = {
  mover: MoverRow;
  /** Among the quotes of the markets page, whose prices follow theirs. */
  amongQuotes?: boolean;
  /** Whether other rows of the list have a line; then a row without one keeps its space. */
  besideLines: boolean;
};

function Mover({ mover, amongQuotes, besideLines }: MoverProps) {
  const { name, symbol, last, changePercent, moverType, kind, currency, shownId, asOf } = mover;
  const price = formatPrice(last, { kind, currency });
  const { text, direction } = moverChange(moverType, changePercent);
  return (
    <li>
      <span>
        <span className="name">{symbol === null ? name : <a href={companyHref(symbol)}>{name}</a>}</span>
        <span className="last">
          {amongQuotes && shownId !== null ? (
            <span {...liveMarks({ shownId, asOf, kind, currency })}>{price}</span>
          ) : (
            price
          )}
          {amongQuotes && `, vol ${formatVolume(mover.volume)}`}
        </span>
      </span>
      {hasQuarters([mover]) ? (
        <QuarterSpark closes={mover.quarter} size="movers" silent />
      ) : (
        besideLines && <span className="spark spark--movers" />
      )}
      <span className="num side">
        <ChangeText text={text} direction={direction} />
      </span>
    </li>
  );
}

/** One of the three lists, without its title. */
export function MoverList({
  movers,
  type,
  amongQuotes,
}: {
  movers: readonly MoverRow[];
  type: MoverType;
  /** On the markets page, with volumes. */
  amongQuotes?: boolean;
}) {
  const listed = movers.filter(({ moverType }) => moverType === type);
  const besideLines = hasQuarters(listed);
  return (
    <ul className="quotes-list">
      {listed.map((mover) => (
        <Mover key={mover.id} mover={mover} amongQuotes={amongQuotes} besideLines={besideLines} />
      ))}
    </ul>
  );
}

/** Gainers, losers and most active, in columns. */
export function MoverColumns({ movers }: { movers: readonly MoverRow[] }) {
  return (
    <div className="mover-cols">
      {MOVER_ORDER.filter((type) => movers.some(({ moverType }) => moverType === type)).map((type) => (
        <section key={type}>
          <h3>{MOVER_TITLES[type]}</h3>
          <MoverList movers={movers} type={type} amongQuotes />
        </section>
      ))}
    </div>
  );
}
