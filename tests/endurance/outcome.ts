/** What a scenario found out about one promise. */
export type Outcome = {
  promise: string;
  /** What was measured, in words and numbers. */
  figure: string;
  verdict: "kept" | "broken" | "not measured";
};

/** @param kept whether the figure is what the promise says */
export const outcome = (promise: string, figure: string, kept: boolean): Outcome => ({
  promise,
  figure,
  verdict: kept ? "kept" : "broken",
});

/** Something this machine lacks keeps the scenario from being played. */
export const notMeasured = (promise: string, reason: string): Outcome => ({
  promise,
  figure: reason,
  verdict: "not measured",
});

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
