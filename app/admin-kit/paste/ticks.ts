/** The ticked rows by line, each with the mark of its warnings. */
export type Ticks = ReadonlyMap<number, string>;

/** The checkbox of a row with warnings. */
export const TICK = "tick";

/** The rows ticked on other pages of a comparison. */
export const TICKED_ELSEWHERE = "ticked";

export const writeTick = (line: number, mark: string): string => `${line}:${mark}`;

/** @param sent the values of the form's checkboxes and hidden fields */
export function readTicks(sent: readonly unknown[]): Ticks {
  const ticks = new Map<number, string>();
  for (const text of sent.flat()) {
    if (typeof text !== "string") continue;
    for (const [, line, mark = ""] of text.matchAll(/(\d+):([\w-]+)/g)) ticks.set(Number(line), mark);
  }
  return ticks;
}
