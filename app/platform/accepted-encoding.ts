import Negotiator from "negotiator";
import { memoize } from "./memoize";

/** Encodings of a response body, other than uncompressed. */
export type Encoding = "br" | "gzip";

/** Browsers send only a handful of different headers. */
const MAX_REMEMBERED = 100;

const cachedEncoding = memoize(MAX_REMEMBERED, preferredEncoding);

/**
 * The preferred encoding of an `Accept-Encoding` header (RFC 9110, section 12.5.3), brotli before gzip if
 * both are equally wanted. Undefined means uncompressed, also without a header.
 */
export const negotiateEncoding = (header = ""): Encoding | undefined => cachedEncoding(header);

function preferredEncoding(header: string): Encoding | undefined {
  const caller = new Negotiator({ headers: { "accept-encoding": header } });
  const chosen = caller.encoding(["br", "gzip", "identity"], { preferred: ["br", "gzip"] });
  return chosen === "br" || chosen === "gzip" ? chosen : undefined;
}
