/** The result of a scenario for one promise. */
export type Outcome = {
  promise: string;
  /** The measurement as text. */
  figure: string;
  verdict: "kept" | "broken" | "not measured";
};

/** @param kept whether the figure meets the promise */
export const outcome = (promise: string, figure: string, kept: boolean): Outcome => ({
  promise,
  figure,
  verdict: kept ? "kept" : "broken",
});

/** The machine lacks something that the scenario needs. */
export const notMeasured = (promise: string, reason: string): Outcome => ({
  promise,
  figure: reason,
  verdict: "not measured",
});

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
