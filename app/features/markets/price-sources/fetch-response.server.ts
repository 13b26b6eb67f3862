import type { IncomingMessage } from "node:http";
import { decodeText } from "~/admin-kit/figures/read-table.server";
import {
  checkedLookup,
  FetchError,
  type GuardOptions,
  isTemporary,
  LIMIT_STATUS,
  readBytes,
  request,
  retryAfterSeconds,
  withinTime,
} from "~/platform/outgoing/guarded-request.server";

/** Milliseconds for one response, from the name's look-up to the last byte. */
const TIMEOUT_MS = 10_000;

/** Bytes of one response; five thousand days need about 400 kB. */
const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;

const HEADERS = { Accept: "text/csv, application/json", "Accept-Encoding": "identity" };

export type FetchOptions = GuardOptions & { timeoutMs?: number };

/**
 * Requests a URL and returns the text of the response. Redirects are not followed. The request goes to
 * exactly the address that was checked.
 * @throws FetchError without path and query, which contain the key
 */
export const fetchText = (url: URL, { timeoutMs = TIMEOUT_MS, ...options }: FetchOptions): Promise<string> =>
  withinTime(timeoutMs, async (signal) => {
    const lookup = await checkedLookup(url, options);
    return request(url, { lookup, signal, headers: HEADERS }, (response) => {
      checkStatus(response);
      return readText(response);
    });
  });

function checkStatus(response: IncomingMessage): void {
  const { statusCode: status = 0, headers } = response;
  if (status === 200) {
    const encoding = headers["content-encoding"] ?? "identity";
    if (encoding === "identity") return;
    throw new FetchError("refused", "The response is compressed, but an uncompressed one was requested");
  }
  const retryAfter = retryAfterSeconds(response);
  if (status === LIMIT_STATUS)
    throw new FetchError("limit", "Too many requests (answered with status 429)", retryAfter);
  if (isTemporary(status)) throw new FetchError("later", `The source returned status ${status}`, retryAfter);
  if (status >= 300 && status < 400)
    throw new FetchError(
      "denied",
      `The source returned a redirect (status ${status}). Redirects are not followed.`,
    );
  const denied = status === 401 || status === 403;
  throw new FetchError(denied ? "denied" : "refused", `The source returned status ${status}`);
}

async function readText(response: IncomingMessage): Promise<string> {
  const bytes = await readBytes(response, MAX_RESPONSE_BYTES, "The response is larger than 2 MB");
  // Figures and days are readable in other encodings too.
  return decodeText(bytes) ?? bytes.toString("utf8");
}
