import type { LoaderFunctionArgs } from "@remix-run/node";
import { accessTo } from "~/access/access.server";
import { signInPath, type Viewer, viewerOf } from "~/auth/viewer.server";
import { priceNote } from "~/features/billing/plans/packages.queries.server";
import { textCharts } from "~/features/companies/text-charts.queries.server";
import { loadPortrait } from "~/features/content/authors/portrait.queries.server";
import { briefPicture } from "~/features/content/briefs/brief-picture.queries.server";
import { yearTo } from "~/features/content/briefs/brief-picture.rules";
import { type briefById, briefNeighbours } from "~/features/content/briefs/briefs.queries.server";
import { relatedTo } from "~/features/content/related/related.queries.server";
import { config } from "~/platform/config.server";
import { toBlocks } from "~/web/markdown/to-blocks.server";
import { readBesideOr } from "~/web/optional-parts.server";
import { notFound } from "~/web/replies.server";
import { isUuid } from "~/web/uuid";

/**
 * The data of a brief's page.
 * @param find returns the brief if it is visible to these readers
 * @param as the viewer whose access the brief is rendered with, if not the current one; the rest of the page
 * is for the current viewer
 * @throws 404
 */
export async function loadBrief(args: LoaderFunctionArgs, find: typeof briefById, as?: Viewer) {
  const viewer = await viewerOf(args);
  const reader = as ?? viewer;
  const access = accessTo("daily brief", reader);
  const { id } = args.params;
  const found = isUuid(id) ? await find(access, id) : undefined;
  if (!found) throw notFound("Daily brief not found.");
  const { analysis, instrumentId, sampleId, changes = [], ...brief } = found;
  const { id: briefId, companyName: name } = brief;
  const now = new Date();
  const body = analysis === undefined ? undefined : toBlocks(analysis);
  const [around, related, picture, charts, portrait, note] = await Promise.all([
    briefNeighbours(brief),
    readBesideOr(args, "related not read", () => relatedTo({ id: briefId, name }, viewer), []),
    instrumentId
      ? readBesideOr(args, "brief's chart not read", () => briefPicture(found, reader, now), undefined)
      : undefined,
    readBesideOr(
      args,
      "text's charts not read",
      () => textCharts(body ?? [], reader, now, brief.createdAt),
      {},
    ),
    loadPortrait(args, brief.author),
    priceNote(args, access === "locked"),
  ]);
  return {
    brief,
    body,
    charts,
    changes,
    picture,
    portrait,
    year: yearTo(now, config().siteTz),
    around,
    related,
    note,
    sample: sampleId ? (sampleId === briefId ? ("this" as const) : ("another" as const)) : undefined,
    signIn: reader.kind === "visitor" ? signInPath(args.request) : undefined,
  };
}
