export type RetryOptions = {
  /** How often a request is repeated; 5 by default. */
  retries: number;
  /** Sends one request; `fetch` by default. */
  fetch: (request: Request) => Promise<Response>;
  /** Waits this many milliseconds. */
  wait: (milliseconds: number) => Promise<void>;
};

const LONGEST_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 500;

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** A `fetch` that repeats what the API could not answer just now, and requests whose answer never came. */
export function retrying({
  retries = 5,
  fetch: send = (request) => globalThis.fetch(request),
  wait = sleep,
}: Partial<RetryOptions>): (request: Request) => Promise<Response> {
  return async (request) => {
    for (let tried = 0; ; tried += 1) {
      const isLast = tried >= retries || (request.method === "POST" && !isRepeatable(request));
      try {
        const response = await send(request.clone());
        const asked = secondsAsked(response) * 1000;
        if (isLast || !asksToComeAgain(response) || asked > LONGEST_WAIT_MS) return response;
        await response.body?.cancel();
        await wait(asked || delayAfter(tried));
      } catch (error) {
        if (isLast || request.signal.aborted || !isRepeatable(request)) throw error;
        await wait(delayAfter(tried));
      }
    }
  };
}

/** Whether repeating a request whose answer was lost has the same outcome: a second DELETE finds nothing. */
function isRepeatable({ method, headers }: Request): boolean {
  if (method === "POST") return headers.has("Idempotency-Key");
  return method !== "DELETE" && !headers.has("If-Match") && !headers.has("If-Unmodified-Since");
}

/** 409 with `Retry-After` is a request with the same key that is still under way. */
const asksToComeAgain = ({ status, headers }: Response) =>
  status === 429 || status === 503 || status === 502 || (status === 409 && headers.has("Retry-After"));

const secondsAsked = ({ headers }: Response) => Number(headers.get("Retry-After")) || 0;

/** Doubles each time, up to a minute, and differs between clients that failed together. */
const delayAfter = (tried: number) =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried) * (0.5 + Math.random() / 2);
