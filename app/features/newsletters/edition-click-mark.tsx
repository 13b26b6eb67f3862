import { usePreviewNotice } from "~/web/preview-notice";
import { EDITION_WORD } from "./edition-word.rules";

/**
 * Counts a visit through a link of an edition, once the page was visible for a second. The page is the same for all
 * readers: the script reads the address, and without script the browser names it. Invisible.
 */
export function EditionClickMark() {
  if (usePreviewNotice()) return null;
  return (
    <noscript data-edition-visits="/editions/clicks" data-word={EDITION_WORD}>
      <img src="/editions/clicks.gif" width={1} height={1} alt="" hidden />
    </noscript>
  );
}
