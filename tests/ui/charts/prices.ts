import { dayNumber, dayOf } from "~/ui/charts/calendar";
import type { Close } from "~/ui/charts/series";

/** Reproducible closes on the weekdays of a period that look like prices. */
export function walk(from: string, to: string, start: number, seed = 7): Close[] {
  const points: Close[] = [];
  let [state, price] = [seed, start];
  for (let day = dayNumber(from); day <= dayNumber(to); day++) {
    if ([0, 6].includes((day + 4) % 7)) continue;
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    price *= 1 + (state / 2_147_483_648 - 0.488) * 0.04;
    points.push({ day: dayOf(day), close: Math.round(price * 100) / 100 });
  }
  return points;
}

/** The last close of a series. */
export const lastOf = (points: readonly Close[]): Close => points.at(-1) ?? { day: "", close: Number.NaN };
