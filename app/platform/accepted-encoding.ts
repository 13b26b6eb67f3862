import Negotiator from "negotiator";

/** What a body may be sent as, besides plain. */
export type Encoding = "br" | "gzip";

/** Browsers send a handful of headers among them; whoever makes up more starts the list anew. */
const MAX_REMEMBERED = 100;
const remembered = new Map<string, Encoding | undefined>();

/**
 * The coding that a caller's `Accept-Encoding` wants most (RFC 9110, section 12.5.3), brotli before gzip where both are
 * wanted alike; undefined means plain, which is also for callers that say nothing. Asked for every kept page: to take
 * the header apart each time would cost more than to find the page.
 */
export function negotiateEncoding(header = ""): Encoding | undefined {
  if (remembered.has(header)) return remembered.get(header);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  const encoding = preferredEncoding(header);
  remembered.set(header, encoding);
  return encoding;
}

function preferredEncoding(header: string): Encoding | undefined {
  const caller = new Negotiator({ headers: { "accept-encoding": header } });
  const chosen = caller.encoding(["br", "gzip", "identity"], { preferred: ["br", "gzip"] });
  return chosen === "br" || chosen === "gzip" ? chosen : undefined;
}
