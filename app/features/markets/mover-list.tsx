import { ChangeText } from "~/ui/change";
import { formatVolume } from "~/ui/format";
import { formatPrice } from "~/ui/price-format";
import { companyHref } from "./company.rules";
import type { MoverRow, MoverType } from "./markets.queries.server";
import { hasQuarters, MOVER_ORDER, MOVER_TITLES, moverChange } from "./movers.rules";
import { QuarterSpark } from "./quarter-spark";

type MoverProps = {
  mover: MoverRow;
  volume?: boolean;
  /** Whether other rows of the list have a line; then a row without one keeps its space. */
  besideLines: boolean;
};

function Mover({ mover, volume, besideLines }: MoverProps) {
  const { name, symbol, last, changePercent, moverType, kind, currency } = mover;
  const { text, direction } = moverChange(moverType, changePercent);
  return (
    <li>
      <span>
        <span className="name">{symbol === null ? name : <a href={companyHref(symbol)}>{name}</a>}</span>
        <span className="last">
          {formatPrice(last, { kind, currency })}
          {volume && `, vol ${formatVolume(mover.volume)}`}
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
  volume,
}: {
  movers: readonly MoverRow[];
  type: MoverType;
  /** Whether the volume is shown. */
  volume?: boolean;
}) {
  const listed = movers.filter(({ moverType }) => moverType === type);
  const besideLines = hasQuarters(listed);
  return (
    <ul className="quotes-list">
      {listed.map((mover) => (
        <Mover key={mover.id} mover={mover} volume={volume} besideLines={besideLines} />
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
          <MoverList movers={movers} type={type} volume />
        </section>
      ))}
    </div>
  );
}
