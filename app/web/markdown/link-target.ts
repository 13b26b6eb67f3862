import { safeHref } from "../http-url";
import { safePath } from "../safe-path";

/** An address to write to, with a subject at most: headers of other kinds would write to others. */
const MAIL = /^mailto:[^\s@<>"?&,;:/\\]+@[^\s@<>"?&,;:/\\]+\.[^\s@<>"?&,;:/\\]+(?:\?subject=[^\s<>"&]*)?$/i;
/** A place in the same text. */
const ANCHOR = /^#[^\s<>"]+$/;
/** A path without its slash, read from the site's root: pages and feeds show a text at other addresses than its own. */
const RELATIVE = /^(?:\.\/)?([a-z0-9-]+(?:[/?#][^\s<>"\\]*)?)$/i;

/**
 * Where a link in a text leads: another site, a page of ours, a place in the text, an address to write to. Undefined for all else,
 * which stays the text that it is.
 */
export function linkTarget(address: string): string | undefined {
  if (ANCHOR.test(address) || MAIL.test(address)) return address;
  const [, relative] = RELATIVE.exec(address) ?? [];
  return safeHref(address) ?? readersPage(safePath(relative === undefined ? address : `/${relative}`));
}

/** What staff and programs use is no page to send readers to, however its address is written. */
const NOT_FOR_READERS = /^\/+(?:admin|api|demo)(?:[/?#.]|$)/i;

function readersPage(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    return NOT_FOR_READERS.test(decodeURIComponent(path)) ? undefined : path;
  } catch {
    return undefined;
  }
}
