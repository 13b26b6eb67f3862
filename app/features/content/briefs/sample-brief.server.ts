import type { Viewer } from "~/auth/viewer.server";
import { textCharts } from "~/features/companies/text-charts.queries.server";
import { plainTextOf } from "~/web/markdown/plain-text.server";
import { toBlocks } from "~/web/markdown/to-blocks.server";
import { briefPicture } from "./brief-picture.queries.server";
import { sampleBrief } from "./briefs.queries.server";

/** The sample with a year of its price; undefined if staff marked none. */
export async function loadSampleBrief(viewer: Viewer, now: Date) {
  const found = await sampleBrief();
  if (!found) return undefined;
  const { analysis, id, companyName, ticker, companySymbol, author, createdAt, headline, disclosure } = found;
  const body = toBlocks(analysis);
  const [picture, charts] = await Promise.all([
    briefPicture(found, viewer, now),
    textCharts(body, viewer, now, createdAt),
  ]);
  return {
    brief: { id, companyName, ticker, companySymbol, author, createdAt, headline, disclosure },
    body,
    charts,
    words: plainTextOf(analysis).split(/\s+/).length,
    picture,
  };
}

export type SampleBriefData = NonNullable<Awaited<ReturnType<typeof loadSampleBrief>>>;
