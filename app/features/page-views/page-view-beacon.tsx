import { usePreviewNotice } from "~/web/preview-notice";
import { pageViewsPath, type ViewedSection } from "./page-views.rules";

type PageViewBeaconProps = { section: ViewedSection; id: string };

/**
 * Counts a view once the page was visible for a second: prefetched pages and background tabs are not counted, pages from a cache
 * are. Without script it counts when the page arrives. Previews are not counted. Invisible.
 */
export function PageViewBeacon({ section, id }: PageViewBeaconProps) {
  if (usePreviewNotice()) return null;
  const path = pageViewsPath(section, id);
  return (
    <div data-views={`${path}/views`}>
      <noscript>
        <img src={`${path}/views.gif`} width={1} height={1} alt="" hidden />
      </noscript>
    </div>
  );
}
