import type { Viewer } from "~/auth/viewer.server";
import { KIND_LABELS } from "~/features/calls/calls.rules";
import { publicCall } from "~/features/calls/track-record/public-call.queries.server";
import { daysBetween, medianOf } from "~/features/calls/track-record/record.rules";
import { trackRecordProof } from "~/features/calls/track-record/record-proof.queries.server";
import { proofFinding } from "~/features/calls/track-record/record-words.rules";
import { asClose, companyPrices } from "~/features/companies/company.queries.server";
import { companyBySymbol } from "~/features/companies/company-by-symbol.queries.server";
import { monthsBefore, withCurrent } from "~/features/markets/company.rules";
import { config } from "~/platform/config.server";
import { dayInWords } from "~/ui/charts/calendar";
import { callGeometry, drawnResult } from "~/ui/charts/call-geometry";
import { pricePath } from "~/ui/charts/path";
import { timeScale, valueScale } from "~/ui/charts/scales";
import { dayIn } from "~/ui/dates";
import { formatCount, formatNumber, formatSigned, pluralize } from "~/ui/format";
import { formatPrice, isYield } from "~/ui/price-format";
import { bandMark, lineMark, madeMark, nowMark, outcomeMark, type ShareExhibit } from "./exhibit-svg.server";

/** Pictures are public, so only public data is read for them. */
const EVERYBODY: Viewer = { kind: "visitor" };

/** Results beyond these, in per cent, are drawn at the edge. */
const EDGES = { low: -40, high: 60 } as const;

/**
 * A settled call that is public; undefined for any other.
 * @param id a UUID
 */
export async function callExhibit(id: string): Promise<ShareExhibit | undefined> {
  const found = await publicCall(id);
  const chart = found?.settled?.chart;
  if (!found || !chart) return undefined;
  const { call: charted } = chart;
  const { kind, direction, name } = found.call;
  const { made, last, end, target, stop, paths } = callGeometry(charted);
  const result = drawnResult(charted);
  const price = (value: number | undefined) => formatPrice(value, charted.unit);
  return {
    kicker: `${KIND_LABELS[kind]}, settled ${dayInWords(charted.closed.day)}`,
    title: `We said ${direction} ${name} at ${price(charted.made.price)}. It settled at ${price(charted.closed.price)}`,
    marks: [
      target === undefined ? "" : bandMark("reward", made.x, end, made.y, target),
      stop === undefined ? "" : bandMark("risk", made.x, end, made.y, stop),
      lineMark(paths.comparison, "dashed"),
      lineMark(paths.before, "before"),
      lineMark(paths.since, "price"),
      madeMark(made),
      outcomeMark(last, result > 0, 12),
    ].join(""),
    tags: apart([
      { y: made.y, text: `Made ${price(charted.made.price)}` },
      ...(target === undefined ? [] : [{ y: target, text: `Target ${price(charted.target)}` }]),
      ...(stop === undefined ? [] : [{ y: stop, text: `Stop ${price(charted.stop)}` }]),
    ]),
    figures: [
      { label: "Result", value: `${formatSigned(result, 1)}%` },
      {
        label: "Time to settlement",
        value: pluralize(daysBetween(charted.made.day, charted.closed.day), "day"),
      },
    ],
  };
}

/** The whole track record; undefined while no settled call is public. */
export async function recordExhibit(): Promise<ShareExhibit | undefined> {
  const proof = await trackRecordProof(EVERYBODY);
  if (!proof) return undefined;
  const { figures, drawn } = proof;
  const time = timeScale(drawn[0]?.endedOn ?? "", drawn.at(-1)?.endedOn ?? "", 0.02);
  const onScale = (result: number) => Math.max(EDGES.low, Math.min(EDGES.high, result));
  const scale = valueScale([0, ...drawn.map(({ result }) => onScale(result))], { room: 0 });
  const level = (value: number) => `M0 ${scale.y(value) * 4}h1000`;
  const median = medianOf(drawn.map(({ result }) => result)) ?? 0;
  return {
    kicker: "Track record",
    title: proofFinding(figures),
    marks: [
      lineMark(level(0), "before"),
      lineMark(level(median), "dashed"),
      ...drawn.map(({ endedOn, result }) =>
        outcomeMark({ x: time.x(endedOn), y: scale.y(onScale(result)) }, result > 0, 9),
      ),
    ].join(""),
    tags: apart([
      { y: scale.y(0), text: "0%" },
      { y: scale.y(median), text: `Median ${formatSigned(median, 1)}%` },
    ]),
    figures: [
      { label: "Settled", value: formatCount(figures.settled) },
      { label: "Right", value: `${formatNumber(figures.winRate, 0)}%` },
      { label: "Median", value: `${formatSigned(figures.median, 1)}%` },
      { label: "Worst", value: `${formatSigned(figures.worst, 1)}%` },
    ],
  };
}

/** A year of a company's price; undefined if nothing public names the company. */
export async function companyExhibit(symbol: string, now: Date): Promise<ShareExhibit | undefined> {
  const company = await companyBySymbol(symbol, "public");
  if (!company) return undefined;
  const to = dayIn(config().siteTz, now);
  const from = monthsBefore(to, 12);
  const { closes, current } = await companyPrices(company, "public", { from, to });
  const points = withCurrent(closes, current && asClose(current));
  const last = points.at(-1);
  if (!last || points.length < 2) return undefined;
  const price = (value: number) => formatPrice(value, company);
  const { currency } = company;
  // Prices in pence include their unit, and yields are in per cent.
  const unit = currency && /\d$/.test(price(last.close)) && !isYield(company) ? ` ${currency}` : "";
  const day = current?.day === last.day && !isYield(company) ? current.changePercent : null;
  const values = points.map(({ close }) => close);
  const [time, scale] = [timeScale(from, to, 0.02), valueScale(values)];
  return {
    kicker: company.symbol,
    title: `${company.name}: ${price(last.close)}${unit}${day === null ? "" : `, ${formatSigned(Number(day), 2)}% on the day`}, with a chart of the past year`,
    marks:
      lineMark(pricePath(points, { x: time.x, y: scale.y }), "price") +
      nowMark({ x: time.x(last.day), y: scale.y(last.close) }),
    tags: [{ y: scale.y(last.close), text: price(last.close) }],
    figures: [
      {
        label: `${isYield(company) ? "Yield" : "Price"}, ${dayInWords(last.day)}`,
        value: `${price(last.close)}${unit}`,
      },
      ...(day === null ? [] : [{ label: "Change that day", value: `${formatSigned(Number(day), 2)}%` }]),
      { label: "Lowest close", value: price(Math.min(...values)) },
      { label: "Highest close", value: price(Math.max(...values)) },
    ],
  };
}

/** The least distance of two labels, in per cent of the height; closer ones would overlap. */
const APART = 9;

/** From top to bottom, each as close to its level as possible. */
function apart(tags: readonly { y: number; text: string }[]): ShareExhibit["tags"] {
  const placed: { y: number; text: string }[] = [];
  for (const { y, text } of tags.toSorted((one, other) => one.y - other.y))
    placed.push({ y: Math.max(y, (placed.at(-1)?.y ?? -APART) + APART), text });
  return placed;
}
