import { safeHref } from "../http-url";
import { safePath } from "../safe-path";

/** A `mailto:` address, with a subject at most: other headers could add recipients. */
const MAIL = /^mailto:[^\s@<>"?&,;:/\\]+@[^\s@<>"?&,;:/\\]+\.[^\s@<>"?&,;:/\\]+(?:\?subject=[^\s<>"&]*)?$/i;
/** An anchor in the same text. */
const ANCHOR = /^#[^\s<>"]+$/;
/**
 * A path without its leading slash, resolved from the site's root, because texts also appear on other pages
 * and in feeds.
 */
const RELATIVE = /^(?:\.\/)?([a-z0-9-]+(?:[/?#][^\s<>"\\]*)?)$/i;

/**
 * The target of a link in a text: another site, a page of this site, an anchor or an email address. Undefined
 * for anything else, which stays plain text.
 */
export function linkTarget(address: string): string | undefined {
  if (ANCHOR.test(address) || MAIL.test(address)) return address;
  const [, relative] = RELATIVE.exec(address) ?? [];
  return safeHref(address) ?? readersPage(safePath(relative === undefined ? address : `/${relative}`));
}

/** Paths for staff and programs are no targets for readers, however they are encoded. */
const NOT_FOR_READERS = /^\/+(?:admin|api|demo)(?:[/?#.]|$)/i;

function readersPage(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    return NOT_FOR_READERS.test(decodeURIComponent(path)) ? undefined : path;
  } catch {
    return undefined;
  }
}
