import { usePreviewNotice } from "~/web/preview-notice";
import { type ReadSection, readingPath } from "./readings.rules";

type ReadingMarkProps = { section: ReadSection; id: string };

/**
 * Tells that the page it begins is read: once it was in sight for a second, so neither a page that was only fetched ahead nor one in
 * the background is counted, and one that a cache answered is. Who looks at a page before it is published
 * is no reader. Without script when the page arrives. Nothing is seen of it.
 */
export function ReadingMark({ section, id }: ReadingMarkProps) {
  if (usePreviewNotice()) return null;
  const at = readingPath(section, id);
  return (
    <div data-views={`${at}/views`}>
      <noscript>
        <img src={`${at}/views.gif`} width={1} height={1} alt="" hidden />
      </noscript>
    </div>
  );
}
