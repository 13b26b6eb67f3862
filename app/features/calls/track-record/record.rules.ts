/** A closed call with everything that its result depends on. Prices are exact decimals, days yyyy-mm-dd. */
export type ClosedCall = {
  direction: "buy" | "sell";
  /** The entry day: the day of the call, or of its first price after that. */
  enteredOn: string;
  endedOn: string;
  entryPrice: string;
  /** In shares of the day on which the call ended; `closeRatio` of them equal one share of the entry day. */
  closePrice: string;
  closeRatio: string;
  /** The index on both days, if both are known. */
  indexFrom: string | null;
  indexTo: string | null;
};

/** In per cent unless noted; undefined if there is nothing to compute. */
export type Figures = {
  settled: number;
  right: number;
  winRate?: number;
  mean?: number;
  median?: number;
  best?: number;
  worst?: number;
  /**
   * Calls whose index is known on both days, and the mean of their difference to it, in percentage points.
   */
  compared: number;
  aboveIndex?: number;
  /** Mean of calendar days. */
  daysHeld?: number;
  /** The deepest fall of the sum of results with one stake per call, in percentage points of a stake. */
  drawdown?: number;
};

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** The figures rounded to one decimal. */
export const inTenths = (figures: Figures): Figures =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, value === undefined ? undefined : tenths(value)]),
  ) as Figures;

/** The formula of each figure, printed next to the figures. */
export const FORMULAS: readonly { name: string; formula: string }[] = [
  { name: "Result", formula: "Buy: (close × ratio − entry) ÷ entry. Sell: (entry − close × ratio) ÷ entry." },
  { name: "Ratio", formula: "How many shares one share became through splits. 1 if there was none." },
  {
    name: "First day",
    formula: "The day the call was made. If no price was known that day, the first day with one.",
  },
  { name: "Right", formula: "Calls with a result above 0 ÷ settled calls." },
  { name: "Mean", formula: "Sum of results ÷ settled calls." },
  { name: "Best", formula: "The highest result." },
  {
    name: "Median",
    formula: "The middle result. For an even number of results, the mean of the middle two.",
  },
  {
    name: "Against the index",
    formula:
      "Mean of (result − index), index = (close on the last day − close on the first) ÷ close on the first.",
  },
  { name: "Days held", formula: "Mean of (last day − first day)." },
  {
    name: "Drawdown",
    formula:
      "Add up the results in the order the calls ended, with the same stake on each. The drawdown is the largest fall of that sum below an earlier high.",
  },
  {
    name: "Withdrawn",
    formula:
      "Calls we withdrew before they settled. They are counted and listed separately and appear in no other figure.",
  },
  {
    name: "Check the figures",
    formula:
      "These figures cover the settled calls you can open, and the file holds the same calls, so you can compute every figure yourself. Calls that are not public yet are left out. If the site never makes calls public, their results are added five at a time for each kind, list and membership, and the figures are rounded to one decimal place.",
  },
];

/** A call's result, in per cent. */
export function resultOf({ direction, entryPrice, closePrice, closeRatio }: ClosedCall): number {
  const gain = (Number(closePrice) * Number(closeRatio)) / Number(entryPrice) - 1;
  return 100 * (direction === "buy" ? gain : -gain);
}

/** The change of the index over a call's days, in per cent. */
export function indexOver({ indexFrom, indexTo }: ClosedCall): number | undefined {
  if (indexFrom === null || indexTo === null) return undefined;
  return 100 * (Number(indexTo) / Number(indexFrom) - 1);
}

const DAY_MS = 86_400_000;

/** Calendar days from one day to another, both yyyy-mm-dd. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** Figures of calls added one by one in the order of their ends; all except the median. */
export class RunningFigures {
  private settled = 0;
  private right = 0;
  private total = 0;
  private best = Number.NEGATIVE_INFINITY;
  private worst = Number.POSITIVE_INFINITY;
  private peak = 0;
  private drawdown = 0;
  private held = 0;
  private compared = 0;
  private above = 0;

  add(call: ClosedCall): void {
    const result = resultOf(call);
    this.settled += 1;
    if (result > 0) this.right += 1;
    this.total += result;
    this.best = Math.max(this.best, result);
    this.worst = Math.min(this.worst, result);
    this.peak = Math.max(this.peak, this.total);
    this.drawdown = Math.max(this.drawdown, this.peak - this.total);
    this.held += daysBetween(call.enteredOn, call.endedOn);
    const index = indexOver(call);
    if (index === undefined) return;
    this.compared += 1;
    this.above += result - index;
  }

  figures(): Figures {
    return {
      settled: this.settled,
      right: this.right,
      compared: this.compared,
      ...(this.settled > 0 && {
        winRate: (100 * this.right) / this.settled,
        mean: this.total / this.settled,
        best: this.best,
        worst: this.worst,
        daysHeld: this.held / this.settled,
        drawdown: this.drawdown,
      }),
      ...(this.compared > 0 && { aboveIndex: this.above / this.compared }),
    };
  }
}

/** @param calls in the order of their ends */
export function figuresOf(calls: readonly ClosedCall[]): Figures {
  const running = new RunningFigures();
  for (const call of calls) running.add(call);
  const median = medianOf(calls.map(resultOf));
  return { ...running.figures(), ...(median !== undefined && { median }) };
}

/** The middle value, or the mean of the middle two; undefined for an empty list. */
export function medianOf(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? 0;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? 0) + upper) / 2 : upper;
}
