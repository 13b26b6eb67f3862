import { usePreviewNotice } from "~/web/preview-notice";
import { EDITION_WORD } from "./edition-word.rules";

/**
 * Counts a visit through a link of an edition, once the page was visible for a second. The page is the same for all
 * readers: the script reads the address, and without script the browser names it. Invisible.
 */
export function EditionClickMark() {
  if (usePreviewNotice()) return null;
  return (
    <div className="fixed top-0" data-views="/editions/clicks" data-when={EDITION_WORD}>
      <noscript>
        <img src="/editions/clicks.gif" width={1} height={1} alt="" hidden />
      </noscript>
    </div>
  );
}
