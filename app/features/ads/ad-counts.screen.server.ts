import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvFile } from "~/admin-kit/csv.server";
import { findRow } from "~/admin-kit/find.server";
import { loadedPicture } from "~/admin-kit/form-screen.server";
import { requireStaff } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { pictureAttributes } from "~/platform/pictures/picture";
import { notFound } from "~/web/replies.server";
import { recentDays } from "./ad-counts.queries.server";
import { rateText, readSpan } from "./ad-counts.rules";
import { ads } from "./ads.resource.server";

/** The ad in the address and its days, for staff who may see ads. */
async function loadAdCounts(args: LoaderFunctionArgs) {
  await requireStaff(args, ads.roles.read);
  const ad = await findRow(ads, args.params.id);
  if (!ad) throw notFound(ads.missing);
  const span = readSpan(new URL(args.request.url).searchParams);
  return { ad, span, days: await recentDays(ad.id, span, config().siteTz) };
}

/** `/admin/ads/{id}/counts`: views and clicks of one ad, day by day. */
export async function countsScreen(args: LoaderFunctionArgs) {
  const { ad, span, days } = await loadAdCounts(args);
  const { id, name, category, position, status, createdAt } = ad;
  const picture = loadedPicture(ad.image);
  return {
    ad: { id, name, category, position, status, createdAt, picture: picture && pictureAttributes(picture) },
    span,
    days,
  };
}

export async function countsCsv(args: LoaderFunctionArgs): Promise<Response> {
  const { days } = await loadAdCounts(args);
  return csvFile("ad-views-and-clicks", [
    ["Day", "Views", "Clicks", "Click rate"],
    ...days.map((counts) => [
      counts.day,
      String(counts.views),
      String(counts.clicks),
      counts.views > 0 ? rateText(counts) : "",
    ]),
  ]);
}
