import { attempt } from "./attempt";
import { At, halfDisc } from "./marks";
import { pricePath } from "./path";
import { Stretched, spoken } from "./plot";
import { timeScale } from "./scales";
import type { Close } from "./series";
import { sparkScale } from "./spark";

export type VersusProps = {
  /** Returns since the start, in per cent, as `close`; oldest first. */
  list: readonly Close[];
  index: readonly Close[];
  /** "Since 16 July 2025: list +18.4%, S&P 500 +9.1%". */
  label: string;
};

const BOX = { width: 300, height: 100 } as const;

/** The list against the index, from the same start; the index is dotted. */
export function Versus({ list, index, label }: VersusProps) {
  const drawn = attempt(() => versusGeometry(list, index));
  if (!drawn) return null;
  return (
    <svg className="spark versus" role="img" aria-label={spoken(label)}>
      <Stretched box={BOX}>
        {drawn.index && <path className="bench" d={drawn.index} />}
        <path d={drawn.list} />
      </Stretched>
      <At x={drawn.last.x} y={drawn.last.y}>
        <path className="mark" d={halfDisc(4)} />
      </At>
    </svg>
  );
}

function versusGeometry(list: readonly Close[], index: readonly Close[]) {
  const [first, last] = [list[0], list.at(-1)];
  if (!first || !last || list.length < 2) return undefined;
  const { x } = timeScale(first.day, last.day);
  const same = index.filter(({ day }) => day >= first.day && day <= last.day);
  const y = sparkScale([...list, ...same].map(({ close }) => close));
  return {
    list: pricePath(list, { x, y }, BOX),
    index: pricePath(same, { x, y }, BOX),
    last: { x: 100, y: y(last.close) },
  };
}
