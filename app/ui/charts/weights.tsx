import { formatNumber } from "../format";
import { percent } from "./scales";

export type WeightsProps = {
  /** The largest first; shares in per cent of the whole list. Locked ones have no name. */
  shares: readonly { name?: string; share: number }[];
};

const NAMED = 5;
/**
 * The width of a letter in per cent of the narrowest bar (about 300 px), in the widest of the readers'
 * typefaces.
 */
const USUAL_LETTER = 2.9;
const OTHER_LETTERS = [
  { of: /[I.-]/, width: 1.6 },
  { of: /[DGHNOQU]/, width: 3.2 },
  { of: /[MW]/, width: 4.1 },
];
/** The margin on both sides of a name. */
const ROOM = 1.7;
const widthOf = (letter: string) => OTHER_LETTERS.find(({ of }) => of.test(letter))?.width ?? USUAL_LETTER;
const fits = ({ name, share }: { name?: string; share: number }) =>
  name !== undefined && [...name].reduce((sum, letter) => sum + widthOf(letter), ROOM) <= share;
/** The gap between two shares, in per cent. */
const GAP = 0.5;

/**
 * The composition of the list: its five largest shares, and the rest. If a name does not fit, all names are
 * listed below.
 */
export function Weights({ shares: all }: WeightsProps) {
  const parts = splitShares(all);
  if (parts.length === 0) return null;
  const allNames = weightsText(parts);
  const shares = parts.filter(({ rest }) => !rest);
  const named = shares.filter(({ name }) => name !== undefined);
  return (
    <div>
      <svg className="weights" role="img" aria-label={`Weights: ${allNames}`}>
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
      {!named.every(fits) && (
        <p className="weights-names" aria-hidden="true">
          {weightsText(named)}
        </p>
      )}
    </div>
  );
}

const weightsText = (parts: WeightsProps["shares"]) =>
  parts.map(({ name = "", share }) => `${name} ${formatNumber(share, 0)}%`.trim()).join(", ");

function splitShares(shares: WeightsProps["shares"]) {
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
