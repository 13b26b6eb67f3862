import { formatNumber } from "../format";
import { percent } from "./scales";

export type WeightsProps = {
  /** The largest first; shares in per cent of the whole list. Of those that may not be named only the size is drawn. */
  shares: readonly { name?: string; share: number }[];
};

const NAMED = 5;
/** What a letter takes of the narrowest bar, about 300 px, in per cent, and what is free on both sides of a name. */
const LETTER = { width: 3.1, room: 1.7 } as const;
const fits = ({ name, share }: { name?: string; share: number }) =>
  name !== undefined && name.length * LETTER.width + LETTER.room <= share;
/** Between two shares, in per cent. */
const GAP = 0.5;

/** What is in the list: its five largest shares, and the rest. Names that have no room in the bar stand below it. */
export function Weights({ shares: all }: WeightsProps) {
  const parts = partsOf(all);
  if (parts.length === 0) return null;
  const said = parts.map(({ name = "", share }) => `${name} ${formatNumber(share, 0)}%`.trim()).join(", ");
  const shares = parts.filter(({ rest }) => !rest);
  const others = shares.filter((part) => part.name !== undefined && !fits(part));
  return (
    <div>
      <svg className="weights" role="img" aria-label={`Weights: ${said}`}>
        {parts.map(({ share, start, rest }) => (
          <rect
            key={start}
            className={rest ? "rest" : undefined}
            x={percent(start)}
            width={percent(rest ? share : Math.max(0, share - GAP))}
            height="100%"
          />
        ))}
        {shares.filter(fits).map(({ name, start }) => (
          <text key={start} x={percent(start + 0.9)} y="16">
            {name}
          </text>
        ))}
      </svg>
      {others.length > 0 && (
        <p className="weights-names" aria-hidden="true">
          {`then ${others.map(({ name }) => name).join(", ")}`}
        </p>
      )}
    </div>
  );
}

function partsOf(shares: WeightsProps["shares"]) {
  const named = shares.slice(0, NAMED).filter(({ share }) => share > 0);
  const others = shares.slice(NAMED).reduce((sum, { share }) => sum + share, 0);
  let end = 0;
  const place = (name: string | undefined, share: number, rest: boolean) => {
    const start = end;
    end += share;
    return { name, share, start, rest };
  };
  const parts = named.map(({ name, share }) => place(name, share, false));
  return others > 0 ? [...parts, place("others", others, true)] : parts;
}
