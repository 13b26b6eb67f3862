import type { LoaderFunctionArgs } from "@remix-run/node";
import { type Access, accessTo } from "~/access/access.server";
import { AUDIENCE_NAMES, paywallText } from "~/access/paywall-text";
import { signInPath, type Viewer, viewerOf } from "~/auth/viewer.server";
import { adsBesideColumn, toAdProps } from "~/features/ads/ads.queries.server";
import { priceNote } from "~/features/billing/plans/packages.queries.server";
import { daysLeftText } from "~/features/calls/call-is-open.rules";
import { callPicture } from "~/features/calls/call-picture.queries.server";
import { paywallDays } from "~/features/calls/call-picture.rules";
import { outcomesOf } from "~/features/calls/track-record/settled-cards.queries.server";
import { textCharts } from "~/features/companies/text-charts.queries.server";
import {
  type AlertCall,
  type alertById,
  alertNeighbours,
} from "~/features/content/alerts/alerts.queries.server";
import { loadPortrait } from "~/features/content/authors/portrait.queries.server";
import { relatedTo } from "~/features/content/related/related.queries.server";
import { config } from "~/platform/config.server";
import { dayIn, formatTime } from "~/ui/dates";
import { toBlocks } from "~/web/markdown/to-blocks.server";
import { loadOr, readBesideOr } from "~/web/optional-parts.server";
import { notFound } from "~/web/replies.server";
import { isUuid } from "~/web/uuid";

/**
 * The data of an alert's page.
 * @param find returns the alert if it is visible to these readers
 * @param as the viewer whose access the alert is rendered with, if not the current one; the rest of the page
 * is for the current viewer
 * @throws 404
 */
export async function loadAlert(args: LoaderFunctionArgs, find: typeof alertById, as?: Viewer) {
  const viewer = await viewerOf(args);
  const reader = as ?? viewer;
  const access = accessTo("trade alert", reader);
  const { id } = args.params;
  const found = isUuid(id) ? await find(access, id) : undefined;
  if (!found) throw notFound("Trade Alert not found.");
  const { call, audience, createdAt } = found;
  const now = new Date();
  const body = call && toBlocks(call.analysis);
  const [around, related, picture, outcomes, charts, [ad], portrait, note] = await Promise.all([
    alertNeighbours(accessTo("trade alert", viewer), found),
    call
      ? readBesideOr(args, "related not read", () => relatedTo({ ...call, id: found.id }, viewer), [])
      : [],
    call
      ? readBesideOr(
          args,
          "call's chart not read",
          () => alertPicture(found.id, access, call, now),
          undefined,
        )
      : undefined,
    call ? loadOr(args, "outcome not read", outcomesOf(reader, [found.id]), undefined) : undefined,
    readBesideOr(args, "text's charts not read", () => textCharts(body ?? [], reader, now, createdAt), {}),
    adsBesideColumn(args, [{ category: "rectangle" }]),
    loadPortrait(args, call?.author),
    priceNote(args, access === "locked"),
  ]);
  const { siteTz } = config();
  const until = call?.endsAt;
  // An alert may have several calls. The newest one counts, which the chart shows.
  const settled = picture?.settled ? outcomes?.cards[found.id] : undefined;
  return {
    id: found.id,
    call,
    portrait,
    readers: AUDIENCE_NAMES[audience],
    lock: call ? undefined : paywallText("trade alert", audience),
    createdAt,
    posted: formatTime(createdAt, "datetime", siteTz),
    picture,
    outcome: settled && outcomes ? { card: settled, index: outcomes.index } : undefined,
    axis: paywallDays(createdAt, now, siteTz),
    body,
    charts,
    hold: until ? { until, left: daysLeftText(dayIn(siteTz, until), dayIn(siteTz, now)) } : undefined,
    now,
    around,
    related,
    ad: ad && toAdProps(ad),
    note,
    signIn: reader.kind === "visitor" ? signInPath(args.request) : undefined,
  };
}

function alertPicture(id: string, access: Access, { currentPrice, pricedAt }: AlertCall, now: Date) {
  const current = currentPrice && pricedAt ? { price: currentPrice, asOf: pricedAt } : undefined;
  return callPicture({ kind: "alert", recordId: id, access }, current, now);
}
