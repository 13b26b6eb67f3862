import { formatNumber } from "../format";
import { percent } from "./scales";

export type WeightsProps = {
  /** The largest first; shares in per cent of the whole list. Of those that may not be named only the size is drawn. */
  shares: readonly { name?: string; share: number }[];
};

const NAMED = 5;
/** What letters take of the narrowest bar, about 300 px, in per cent, in the widest of the readers' typefaces. */
const USUAL_LETTER = 2.9;
const OTHER_LETTERS = [
  { of: /[I.-]/, width: 1.6 },
  { of: /[DGHNOQU]/, width: 3.2 },
  { of: /[MW]/, width: 4.1 },
];
/** What is free on both sides of a name. */
const ROOM = 1.7;
const widthOf = (letter: string) => OTHER_LETTERS.find(({ of }) => of.test(letter))?.width ?? USUAL_LETTER;
const fits = ({ name, share }: { name?: string; share: number }) =>
  name !== undefined && [...name].reduce((sum, letter) => sum + widthOf(letter), ROOM) <= share;
/** Between two shares, in per cent. */
const GAP = 0.5;

/** What is in the list: its five largest shares, and the rest. Where a name has no room in the bar, all stand below it with their shares. */
export function Weights({ shares: all }: WeightsProps) {
  const parts = partsOf(all);
  if (parts.length === 0) return null;
  const said = wordsOf(parts);
  const shares = parts.filter(({ rest }) => !rest);
  const named = shares.filter(({ name }) => name !== undefined);
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
      {!named.every(fits) && (
        <p className="weights-names" aria-hidden="true">
          {wordsOf(named)}
        </p>
      )}
    </div>
  );
}

const wordsOf = (parts: WeightsProps["shares"]) =>
  parts.map(({ name = "", share }) => `${name} ${formatNumber(share, 0)}%`.trim()).join(", ");

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
