import type { Viewer } from "~/auth/viewer.server";
import { asClose, companyPrices } from "~/features/companies/company.queries.server";
import { readingOf } from "~/features/companies/company-by-symbol.queries.server";
import { withCurrent } from "~/features/markets/company.rules";
import { staleLabel } from "~/features/markets/quotes.rules";
import { runningDay } from "~/features/markets/running-day.rules";
import { config } from "~/platform/config.server";
import { type BriefPicture, yearTo } from "./brief-picture.rules";
import type { Brief } from "./briefs.queries.server";

/** The data of a brief's chart, for readers with access. Undefined if no price is known. */
export async function briefPicture(
  { instrumentId, kind, currency, buyZoneMin, buyZoneMax }: Brief,
  viewer: Viewer,
  now: Date,
): Promise<BriefPicture | undefined> {
  if (!instrumentId) return undefined;
  const year = yearTo(now, config().siteTz);
  const { closes, current } = await companyPrices({ id: instrumentId }, readingOf(viewer), year);
  const points = withCurrent(closes, current && asClose(current));
  if (points.length === 0) return undefined;
  return {
    ...year,
    points,
    zone: buyZoneMin && buyZoneMax ? { low: Number(buyZoneMin), high: Number(buyZoneMax) } : undefined,
    unit: { kind, currency },
    running: runningDay(now, config().siteTz),
    stale: current !== undefined && !current.ofDay && staleLabel(current.asOf, now) !== undefined,
  };
}
