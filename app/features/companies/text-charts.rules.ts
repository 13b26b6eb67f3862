import { PERIODS, type Period } from "~/features/markets/company.rules";
import type { TextBlock } from "~/ui/text-blocks";

/** Drawn in one text at most: a page of charts is no article. */
export const MOST_CHARTS = 3;

export type AskedChart = { symbol: string; period: string };
export type KnownChart = { symbol: string; period: Period };

/** By what a chart is found among those of its text. */
export const chartKey = ({ symbol, period }: AskedChart): string => `${symbol} ${period}`;

export const isKnownPeriod = (chart: AskedChart): chart is KnownChart => Object.hasOwn(PERIODS, chart.period);

/** The charts that a text asks for, each once, in its order. */
export function chartsAskedFor(blocks: readonly TextBlock[]): AskedChart[] {
  const asked = new Map(blocks.flatMap(chartsOf).map((chart) => [chartKey(chart), chart]));
  return [...asked.values()];
}

function chartsOf(block: TextBlock): AskedChart[] {
  switch (block.kind) {
    case "chart":
      return [{ symbol: block.symbol, period: block.period }];
    case "list":
      return block.items.flatMap((item) => item.blocks.flatMap(chartsOf));
    case "quote":
      return block.blocks.flatMap(chartsOf);
    default:
      return [];
  }
}

/** Those of them that are drawn, where there are prices. */
export const chartsToDraw = (blocks: readonly TextBlock[]): KnownChart[] =>
  chartsAskedFor(blocks).filter(isKnownPeriod).slice(0, MOST_CHARTS);
