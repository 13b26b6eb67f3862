import { type WarningCheck, warnEach } from "~/admin-kit/warnings.server";
import { chartWarnings } from "~/features/companies/chart-warnings.rules.server";
import { existingPictures } from "~/platform/pictures/existing-pictures.server";

type Warnings = ReturnType<typeof chartWarnings>;

const PICTURES = /\/uploads\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//g;

/**
 * Warns in a form about a text with missing pictures: another user may have deleted one since it was chosen.
 */
const pictureWarnings =
  (field: string): Warnings =>
  async ({ [field]: text }) => {
    const links = typeof text === "string" ? [...text.matchAll(PICTURES)] : [];
    const ids = [...new Set(links.flatMap(([, id]) => id ?? []))];
    const stored = ids.length > 0 ? await existingPictures(ids) : [];
    const missing = ids.length - stored.length;
    if (missing === 0) return {};
    return {
      [field]:
        missing === 1
          ? "One picture in the text cannot be shown because it is no longer stored."
          : `${missing} pictures in the text cannot be shown because they are no longer stored.`,
    };
  };

/** Warnings about a text: charts or pictures that readers would not see. */
export const textWarnings = (
  ...[field, readingOf]: Parameters<typeof chartWarnings>
): readonly WarningCheck<{ createdAt: Date }>[] => [
  warnEach(chartWarnings(field, readingOf)),
  warnEach(pictureWarnings(field)),
];
