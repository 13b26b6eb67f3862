import { paywallOfPage, purchasesOfPage } from "~/features/analytics/paywall-of-page.queries.server";
import { viewsOfPage } from "~/features/page-views/most-read.queries.server";
import { viewedSection } from "~/features/page-views/page-views.rules";
import { config } from "~/platform/config.server";
import type { ListedEdition } from "./editions.queries.server";
import { kindOf, NEWSLETTER_WORDS } from "./newsletters.rules";

/** Views of single pages are kept for five weeks, so that all figures are of this time. */
export const FIGURE_DAYS = 35;

const DAY_MS = 86_400_000;

/**
 * What the page of an edition's record brought from all its readers: its views, its paywall, and purchases from there. A figure is absent
 * if the page has none or the viewer may not see it. Undefined before the edition starts, and for a digest.
 */
export async function publicationFigures(
  { newsletter, recordId, startedAt: since }: ListedEdition,
  { withPurchases }: { withPurchases: boolean },
) {
  const kind = kindOf(newsletter);
  const { path } = NEWSLETTER_WORDS[kind];
  if (!since || !path) return undefined;
  const section = viewedSection(path);
  const areViewsKept = Date.now() - since.getTime() < FIGURE_DAYS * DAY_MS;
  const locked = kind === "news" ? undefined : { page: `/${path}/${recordId}`, since, days: FIGURE_DAYS };
  const [views, paywall, purchases] = await Promise.all([
    section && areViewsKept
      ? viewsOfPage({ section, id: recordId, since, zone: config().siteTz })
      : undefined,
    locked && paywallOfPage(locked),
    locked && withPurchases ? purchasesOfPage(locked) : undefined,
  ]);
  return { views, paywall, purchases };
}
