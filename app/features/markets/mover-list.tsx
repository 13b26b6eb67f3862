import { ChangeText } from "~/ui/change";
import { formatPrice, formatVolume } from "~/ui/format";
import { companyHref } from "./company/company.rules";
import type { MoverRow, MoverType } from "./markets.queries.server";
import { MOVER_ORDER, MOVER_TITLES, moverChange } from "./movers.rules";
import { QuarterSpark } from "./quarter-spark";
import { decimalsOf } from "./quotes.rules";

function Mover({ mover, volume }: { mover: MoverRow; volume?: boolean }) {
  const { name, symbol, last, changePercent, moverType } = mover;
  const { text, direction } = moverChange(moverType, changePercent);
  return (
    <li>
      <span>
        <span className="name">{symbol === null ? name : <a href={companyHref(symbol)}>{name}</a>}</span>
        <span className="last">
          {formatPrice(last, decimalsOf(last))}
          {volume && `, vol ${formatVolume(mover.volume)}`}
        </span>
      </span>
      <QuarterSpark closes={mover.quarter} size="movers" silent />
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
  volume,
}: {
  movers: readonly MoverRow[];
  type: MoverType;
  /** Says the volume, too. */
  volume?: boolean;
}) {
  return (
    <ul className="quotes-list">
      {movers
        .filter(({ moverType }) => moverType === type)
        .map((mover) => (
          <Mover key={mover.id} mover={mover} volume={volume} />
        ))}
    </ul>
  );
}

/** Gainers, losers and most active side by side. */
export function MoverColumns({ movers }: { movers: readonly MoverRow[] }) {
  return (
    <div className="mover-cols">
      {MOVER_ORDER.filter((type) => movers.some(({ moverType }) => moverType === type)).map((type) => (
        <section key={type}>
          <h3>{MOVER_TITLES[type]}</h3>
          <MoverList movers={movers} type={type} volume />
        </section>
      ))}
    </div>
  );
}
