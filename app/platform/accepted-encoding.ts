/** What a body may be sent as, besides plain. */
export type Encoding = "br" | "gzip";

/** How much a coding is wanted, from 0 (not at all) to 1, as its name in the header says; RFC 9110, section 12.5.3. */
const qualityPattern = (name: string) =>
  new RegExp(`(?:^|,)\\s*${name}\\s*(?:;\\s*q=([01](?:\\.\\d{0,3})?)\\s*)?(?:,|$)`, "i");

const BROTLI = qualityPattern("br");
const GZIP = qualityPattern("gzip");
const IDENTITY = qualityPattern("identity");
const ANY = qualityPattern("\\*");

function qualityOf(header: string, pattern: RegExp): number | undefined {
  const found = pattern.exec(header);
  return found ? Number(found[1] ?? 1) : undefined;
}

/**
 * The coding that a caller's `Accept-Encoding` wants most, brotli before gzip where both are wanted alike; undefined
 * means plain, which is also for callers that say nothing. Asked for every kept page, so it reads no more than it needs:
 * to take the header apart would cost three times as much.
 */
export function negotiateEncoding(header: string | undefined): Encoding | undefined {
  if (!header) return undefined;
  const any = qualityOf(header, ANY) ?? 0;
  const brotli = qualityOf(header, BROTLI) ?? any;
  const gzip = qualityOf(header, GZIP) ?? any;
  const most = Math.max(brotli, gzip);
  if (most === 0 || (qualityOf(header, IDENTITY) ?? 0) > most) return undefined;
  return brotli === most ? "br" : "gzip";
}
