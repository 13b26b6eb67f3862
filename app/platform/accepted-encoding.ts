import Negotiator from "negotiator";
import { remembered } from "./remembered";

/** What a body may be sent as, besides plain. */
export type Encoding = "br" | "gzip";

/** Browsers send a handful of headers among them. */
const MAX_REMEMBERED = 100;

const encodingOf = remembered(MAX_REMEMBERED, preferredEncoding);

/**
 * The coding that a caller's `Accept-Encoding` wants most (RFC 9110, section 12.5.3), brotli before gzip where both are
 * wanted alike; undefined means plain, which is also for callers that say nothing.
 */
export const negotiateEncoding = (header = ""): Encoding | undefined => encodingOf(header);

function preferredEncoding(header: string): Encoding | undefined {
  const caller = new Negotiator({ headers: { "accept-encoding": header } });
  const chosen = caller.encoding(["br", "gzip", "identity"], { preferred: ["br", "gzip"] });
  return chosen === "br" || chosen === "gzip" ? chosen : undefined;
}
