/** Rows that are ticked, by their lines, each with the mark of what was asked of it. */
export type Ticks = ReadonlyMap<number, string>;

/** The box of a row that asks something. */
export const TICK = "tick";

/** The rows that are ticked on other pages of a long comparison. */
export const TICKED_ELSEWHERE = "ticked";

export const writeTick = (line: number, mark: string): string => `${line}:${mark}`;

/** @param sent what boxes and fields of a form hold, as often as they are there */
export function readTicks(sent: readonly unknown[]): Ticks {
  const ticks = new Map<number, string>();
  for (const text of sent.flat()) {
    if (typeof text !== "string") continue;
    for (const [, line, mark = ""] of text.matchAll(/(\d+):([\w-]+)/g)) ticks.set(Number(line), mark);
  }
  return ticks;
}
