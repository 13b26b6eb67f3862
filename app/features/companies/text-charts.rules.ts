import { PERIODS, type Period } from "~/features/markets/company.rules";
import type { TextBlock } from "~/ui/text-blocks";

/** The most charts in one text. */
export const MOST_CHARTS = 3;

export type RequestedChart = { symbol: string; period: string };
export type KnownChart = { symbol: string; period: Period };

/** The key of a chart among those of its text. */
export const chartKey = ({ symbol, period }: RequestedChart): string => `${symbol} ${period}`;

export const isKnownPeriod = (chart: RequestedChart): chart is KnownChart =>
  Object.hasOwn(PERIODS, chart.period);

/** The charts that a text requests, each once, in their order. */
export function requestedCharts(blocks: readonly TextBlock[]): RequestedChart[] {
  const charts = new Map(blocks.flatMap(chartsInBlock).map((chart) => [chartKey(chart), chart]));
  return [...charts.values()];
}

function chartsInBlock(block: TextBlock): RequestedChart[] {
  switch (block.kind) {
    case "chart":
      return [{ symbol: block.symbol, period: block.period }];
    case "list":
      return block.items.flatMap((item) => item.blocks.flatMap(chartsInBlock));
    case "quote":
      return block.blocks.flatMap(chartsInBlock);
    default:
      return [];
  }
}

/** The requested charts that are drawn if they have prices. */
export const chartsToDraw = (blocks: readonly TextBlock[]): KnownChart[] =>
  requestedCharts(blocks).filter(isKnownPeriod).slice(0, MOST_CHARTS);
