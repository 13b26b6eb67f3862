/** The parameter that names an edition in the links of its emails. Pages ignore it: only the visit is counted. */
export const EDITION_WORD = "edition";

/** The start of an edition's id: long enough to be unique, and short in a link. */
const CODE = /^[0-9a-f]{12}$/;

/** The code that names an edition in its links. @param id a UUID */
export const editionCode = (id: string): string => id.toLowerCase().replaceAll("-", "").slice(0, 12);

/** The code in an address. Undefined if there is none, or if it cannot be one. */
export function codeIn(address: Pick<URL, "searchParams"> | undefined): string | undefined {
  const code = address?.searchParams.get(EDITION_WORD) ?? "";
  return CODE.test(code) ? code : undefined;
}

/** Addresses that are no pages. */
const NO_PAGE =
  /^\/(api|assets|uploads|admin|og|brand)\/|\.(xml|json|csv|txt|pdf|ico|png|jpe?g|gif|webp|svg)$/;

/**
 * An address with the edition's code, if it is a page of this site. Others stay as they are.
 * @param code without one, no address changes
 */
export function withEdition(
  address: string,
  { publicUrl, code }: { publicUrl: string; code?: string },
): string {
  if (!code || !URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.origin !== new URL(publicUrl).origin || NO_PAGE.test(url.pathname)) return address;
  url.searchParams.set(EDITION_WORD, code);
  return url.href;
}
