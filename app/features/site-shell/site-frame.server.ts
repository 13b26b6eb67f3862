import { canReadPaidContent } from "~/access/access.server";
import { type Viewer, viewerOf } from "~/auth/viewer.server";
import { adsFor, seesFewerAds, toAdProps } from "~/features/ads/ads.queries.server";
import { priceNote } from "~/features/billing/plans/packages.queries.server";
import { config } from "~/platform/config.server";
import { FRAME_SLOTS, MARK_TOKEN, MEMBER_BELL } from "~/platform/page-cache/slots.server";
import type { RequestArgs } from "~/web/request-args.server";
import { frameMember } from "./frame-member.server";

const SQUARE_SLOTS = [
  { category: "square", position: 1 },
  { category: "square", position: 2 },
] as const;

/**
 * The main layout's data: the viewer, advertisements, and the places of the market strip, the movers, the
 * bell and the track record. Those are inserted when the page is sent (`frame-parts`), so pages that run
 * React in the browser cannot use this layout.
 */
export async function siteFrame(args: RequestArgs) {
  const viewer = await viewerOf(args);
  const pays = canReadPaidContent(viewer);
  const slots = seesFewerAds(viewer) ? SQUARE_SLOTS.slice(0, 1) : SQUARE_SLOTS;
  const [reader, squares, note] = await Promise.all([
    frameReader(args),
    adsFor(args, slots),
    priceNote(args, !pays),
  ]);
  return {
    ...reader,
    ...FRAME_SLOTS,
    bell: bellSlot(viewer),
    /** Where the words about the member's marks are filled in; see `Mark`. */
    marks: viewer.kind === "member" ? MARK_TOKEN : undefined,
    offersPlans: !pays && note !== false,
    squares: squares.flatMap((ad) => (ad ? [toAdProps(ad)] : [])),
  };
}

/** The same without the markets and the right column, for a page with its own navigation. */
export async function frameWithoutMarkets(args: RequestArgs) {
  return { ...(await frameReader(args)), bell: bellSlot(await viewerOf(args)) };
}

const bellSlot = ({ kind }: Viewer) => (kind === "member" ? MEMBER_BELL : FRAME_SLOTS.bell);

async function frameReader(args: RequestArgs) {
  const viewer = await viewerOf(args);
  return {
    member: frameMember(viewer),
    address: args.context.address,
    supportPhone: config().supportPhone,
    year: new Date().getUTCFullYear(),
  };
}
