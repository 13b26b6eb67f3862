import createClient, { type Client } from "openapi-fetch";
import { type RetryOptions, retrying } from "./retrying.js";
import type { paths } from "./schema.js";

export type OpenbellOptions = Partial<RetryOptions> & {
  /** The site, such as `https://openbell.example`. */
  baseUrl: string;
  /** An API key, or a token of a sign-in. Without one, the answers are those for visitors. */
  token?: string;
};

/** One method per HTTP method, typed by the API's description: `openbell.GET("/api/markets")`. */
export type Openbell = Client<paths>;

/**
 * A client that waits as long as the API asks and repeats what failed. Each POST gets an `Idempotency-Key`, so
 * repeating it makes one record. Only sign-ins and the like have none: their answers are never kept.
 */
export function createOpenbell({ baseUrl, token, ...retry }: OpenbellOptions): Openbell {
  const openbell = createClient<paths>({
    baseUrl,
    fetch: retrying(retry),
    ...(token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } }),
  });
  openbell.use({
    onRequest({ request }) {
      const isSignIn = new URL(request.url).pathname.startsWith("/api/auth/");
      if (request.method === "POST" && !isSignIn && !request.headers.has("Idempotency-Key"))
        request.headers.set("Idempotency-Key", crypto.randomUUID());
      return request;
    },
  });
  return openbell;
}

/** A refusal. @property errors one sentence per field */
export class OpenbellError extends Error {
  override name = "OpenbellError";
  readonly status: number;
  readonly errors: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown) {
    const { message, errors } = (body ?? {}) as { message?: string; errors?: Record<string, string> };
    super(message ?? `The API answered ${status}`);
    this.status = status;
    this.errors = errors ?? {};
  }
}

type Reply<Data> = { data?: Data; error?: unknown; response: Response };

/** The data of a reply. @throws OpenbellError for a refusal */
export function dataOf<Data>({ data, error, response }: Reply<Data>): Data {
  if (!response.ok || data === undefined) throw new OpenbellError(response.status, error);
  return data;
}
