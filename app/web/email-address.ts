/** Lower case letter by letter, as the database does it: JavaScript's own makes two letters of İ, and one of Σ two ways. */
const lowerCase = (text: string) =>
  [...text].map((letter) => (letter === "İ" ? "i" : letter.toLowerCase())).join("");

/** What a URL would read as more than a host's name. */
const NO_HOST = /[\s/\\?#:@%[\]]/;

/** The name of a mail host in ASCII (UTS 46), without the root's dot; else as it came where it has none. */
function hostInAscii(typed: string): string {
  const host = typed.replace(/\.$/, "");
  if (NO_HOST.test(host) || !URL.canParse(`http://${host}`)) return host;
  const { hostname } = new URL(`http://${host}`);
  // A name of digits would come back as an IPv4 address.
  return /^[\d.]+$/.test(hostname) ? host : hostname;
}

function normalizeOnce(text: string): string {
  const folded = lowerCase(lowerCase(text).normalize("NFKC")).trim();
  const at = folded.lastIndexOf("@");
  return at === -1 ? folded : `${folded.slice(0, at)}@${hostInAscii(folded.slice(at + 1))}`;
}

/**
 * The one form of an e-mail address, in which it is checked, counted, stored and looked for: lower case, Unicode NFKC,
 * its host in ASCII. Addresses that `citext` holds equal have the same form; else an address with n letters i would
 * have 2ⁿ limits. Any text has a form, an address or not.
 */
export function normalizeEmail(text: string): string {
  let form = normalizeOnce(text);
  // Each step can undo another (½ becomes 1⁄2, a host's name is folded once more); a few rounds come to rest.
  for (let rounds = 0; rounds < 4; rounds += 1) {
    const next = normalizeOnce(form);
    if (next === form) break;
    form = next;
  }
  return form;
}

/** Whether all before the @ is ASCII: look-alikes of other scripts are mailboxes of their own, or of nobody. */
export const hasAsciiLocalPart = (email: string) => /^[\x21-\x7e]+@[^@]*$/.test(email);
