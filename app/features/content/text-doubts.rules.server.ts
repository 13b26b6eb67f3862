import { type Doubt, doubtOfEach } from "~/admin-kit/doubts.server";
import { chartDoubts } from "~/features/companies/chart-doubts.rules.server";
import { keptOf } from "~/platform/pictures/kept-pictures.server";

type Doubts = ReturnType<typeof chartDoubts>;

const PICTURES = /\/uploads\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//g;

/** What a form asks about a text whose pictures are not all there: somebody may have deleted one while it was chosen. */
const pictureDoubts =
  (field: string): Doubts =>
  async ({ [field]: text }) => {
    const shown = typeof text === "string" ? [...text.matchAll(PICTURES)] : [];
    const ids = [...new Set(shown.flatMap(([, id]) => id ?? []))];
    const kept = ids.length > 0 ? await keptOf(ids) : [];
    const lacking = ids.length - kept.length;
    if (lacking === 0) return {};
    return {
      [field]: `${lacking === 1 ? "One picture" : `${lacking} pictures`} of the text cannot be shown: not there any more.`,
    };
  };

/** What is in doubt about a text: where readers would see nothing in the place of a chart or a picture. */
export const textDoubts = (
  ...[field, readingOf]: Parameters<typeof chartDoubts>
): readonly Doubt<{ createdAt: Date }>[] => [
  doubtOfEach(chartDoubts(field, readingOf)),
  doubtOfEach(pictureDoubts(field)),
];
