import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { dayNumber, dayOf } from "~/ui/charts/calendar";
import { CallChart } from "~/ui/charts/call-chart";
import type { ChartedCall } from "~/ui/charts/call-geometry";
import { lastOf, walk } from "./prices";

export const TODAY = "2026-07-16";
export const table = {
  columns: [{ label: "Date" }, { label: "Close", numeric: true }],
  rows: [["16 July 2026", "1.00"]],
};
export const draw = (chart: ReactElement) => renderToStaticMarkup(chart);

/** Paths with exactly these classes. */
export const paths = (markup: string, look: string) =>
  [...markup.matchAll(new RegExp(`<path class="${look}" d="([^"]+)"`, "g"))].map(([, path = ""]) => path);
export const HALF_DISC = "M-7 0a7 7 0 0 1 14 0z";

export const sessions = walk("2026-06-02", TODAY, 262, 3);
export const entry = sessions.find(({ day }) => day === "2026-07-02")?.close ?? 0;
export const open: ChartedCall = {
  direction: "buy",
  points: sessions,
  made: { day: "2026-07-02", price: entry },
  target: entry * 1.12,
  stop: entry * 0.96,
  ends: "2026-07-30",
};
export const closed = { ...open, closed: { day: TODAY, price: lastOf(sessions).close } };
export const drawCall = (call: ChartedCall) =>
  draw(<CallChart name="Broadcom" call={call} sentence="Broadcom, bought." table={table} />);

export const calls = Array.from({ length: 161 }, (_, index) => ({
  name: `Name ${index}`,
  day: dayOf(dayNumber("2024-01-22") + Math.floor((index * 906) / 161)),
  result: Math.sin(index * 12.9) * 14 + (index === 80 ? 120 : 2),
}));
