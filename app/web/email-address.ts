/**
 * Lower case per letter, as the database does it. JavaScript would turn İ into two letters, and Σ into two
 * forms.
 */
const lowerCase = (text: string) =>
  [...text].map((letter) => (letter === "İ" ? "i" : letter.toLowerCase())).join("");

/** Characters that a URL would not read as part of a host name. */
const NO_HOST = /[\s/\\?#:@%[\]]/;

/** An email host's name in ASCII (UTS 46), without the final dot; unchanged if it has no such form. */
function hostInAscii(typed: string): string {
  const host = typed.replace(/\.$/, "");
  if (NO_HOST.test(host) || !URL.canParse(`http://${host}`)) return host;
  const { hostname } = new URL(`http://${host}`);
  // A name of digits would become an IPv4 address.
  return /^[\d.]+$/.test(hostname) ? host : hostname;
}

function normalizeOnce(text: string): string {
  const folded = lowerCase(lowerCase(text).normalize("NFKC")).trim();
  const at = folded.lastIndexOf("@");
  return at === -1 ? folded : `${folded.slice(0, at)}@${hostInAscii(folded.slice(at + 1))}`;
}

/**
 * The normal form of an email address, used to check, count, store and find it: lower case, Unicode NFKC,
 * host in ASCII. Addresses that `citext` treats as equal have the same form; otherwise each spelling would
 * have its own rate limit. Accepts any text.
 */
export function normalizeEmail(text: string): string {
  let form = normalizeOnce(text);
  // A step can undo another one (½ becomes 1⁄2, a host name is folded again); a few rounds reach a stable
  // form.
  for (let rounds = 0; rounds < 4; rounds += 1) {
    const next = normalizeOnce(form);
    if (next === form) break;
    form = next;
  }
  return form;
}

/**
 * Whether the part before the @ is ASCII. Look-alike letters of other scripts would be separate mailboxes.
 */
export const hasAsciiLocalPart = (email: string) => /^[\x21-\x7e]+@[^@]*$/.test(email);
