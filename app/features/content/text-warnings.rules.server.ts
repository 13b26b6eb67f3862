import { type WarningCheck, warnEach } from "~/admin-kit/warnings.server";
import { chartWarnings } from "~/features/companies/chart-warnings.rules.server";
import { existingPictures } from "~/platform/pictures/existing-pictures.server";

type Warnings = ReturnType<typeof chartWarnings>;

const PICTURES = /\/uploads\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//g;

/** What a form asks about a text whose pictures are not all there: somebody may have deleted one while it was chosen. */
const pictureWarnings =
  (field: string): Warnings =>
  async ({ [field]: text }) => {
    const shown = typeof text === "string" ? [...text.matchAll(PICTURES)] : [];
    const ids = [...new Set(shown.flatMap(([, id]) => id ?? []))];
    const kept = ids.length > 0 ? await existingPictures(ids) : [];
    const lacking = ids.length - kept.length;
    if (lacking === 0) return {};
    return {
      [field]: `${lacking === 1 ? "One picture" : `${lacking} pictures`} of the text cannot be shown: not there any more.`,
    };
  };

/** What is in doubt about a text: where readers would see nothing in the place of a chart or a picture. */
export const textWarnings = (
  ...[field, readingOf]: Parameters<typeof chartWarnings>
): readonly WarningCheck<{ createdAt: Date }>[] => [
  warnEach(chartWarnings(field, readingOf)),
  warnEach(pictureWarnings(field)),
];
