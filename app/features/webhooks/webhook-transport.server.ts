import type { IncomingMessage } from "node:http";
import {
  checkedLookup,
  FetchError,
  type GuardOptions,
  request,
  retryAfterSeconds,
  withinTime,
} from "~/platform/outgoing/guarded-request.server";
import { addressProblem, isOwnReceiver, reachedAddress } from "./webhooks.rules.server";

/** Milliseconds for one attempt, from the name's look-up on. */
const TIMEOUT_MS = 15_000;

/** Milliseconds of them at most for the answer's body, which decides nothing. */
const BODY_MS = 2_000;

/** Bytes of an answer that are read at all. */
const MOST_ANSWER = 1024;

/**
 * What a receiver answered. `answer`: what it said, if that explains a failure. `gone`: it wants nothing any more. `reason`: why it failed. `retryAfter`: seconds.
 */
export type WebhookAnswer = {
  outcome: "delivered" | "gone" | "failed";
  status: number | null;
  answer: string | null;
  reason: string | null;
  retryAfter?: number;
};

export type WebhookTransport = {
  /** Sends once. Never throws. @param kind of the record: some receivers answer with what they got */
  post(address: string, headers: Record<string, string>, body: string, kind: string): Promise<WebhookAnswer>;
};

/** What a receiver says to these may be about a person. */
const ABOUT_PEOPLE: readonly string[] = ["members", "payments"];

type Options = GuardOptions & {
  /** Where an address leads. */
  addressOf?: (address: string) => string;
  timeoutMs?: number;
  bodyMs?: number;
};

/** Posts to public addresses only, and to exactly the one that was checked. A stored address is checked again. */
export const webhookTransport = (options: Options = { privateNetworks: false }): WebhookTransport => ({
  async post(address, headers, body, kind) {
    const problem = addressProblem(address);
    if (problem) return failed(problem);
    const url = new URL(options.addressOf?.(address) ?? reachedAddress(address));
    const guard = isOwnReceiver(address) ? { ...options, privateNetworks: true } : options;
    try {
      const answered = await send(url, headers, Buffer.from(body), guard);
      const isKept = answered.outcome !== "delivered" && !ABOUT_PEOPLE.includes(kind);
      return isKept ? answered : { ...answered, answer: null };
    } catch (error) {
      if (error instanceof FetchError) return failed(`${error.message}.`);
      throw error;
    }
  },
});

const failed = (reason: string): WebhookAnswer => ({ outcome: "failed", status: null, answer: null, reason });

function send(
  url: URL,
  signed: Record<string, string>,
  body: Buffer,
  options: Options,
): Promise<WebhookAnswer> {
  const { timeoutMs = TIMEOUT_MS, bodyMs = BODY_MS } = options;
  const ends = performance.now() + timeoutMs;
  return withinTime(timeoutMs, async (signal) => {
    const lookup = await checkedLookup(url, options);
    const headers = {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": String(body.length),
      "User-Agent": "Openbell",
      ...signed,
    };
    return request(url, { lookup, signal, headers, body }, (response) =>
      // A status that comes last of all counts, too.
      readAnswer(response, Math.min(bodyMs, ends - performance.now() - 100)),
    );
  });
}

async function readAnswer(response: IncomingMessage, bodyMs: number): Promise<WebhookAnswer> {
  const { statusCode: status = 0 } = response;
  const answered = { status, answer: await beginningOf(response, bodyMs) };
  if (status >= 200 && status < 300) return { outcome: "delivered", ...answered, reason: null };
  const isRedirect = status >= 300 && status < 400;
  const reason = isRedirect
    ? `It answered with status ${status}, a redirect, which is not followed.`
    : `It answered with status ${status}.`;
  const retryAfter = retryAfterSeconds(response);
  return {
    outcome: status === 410 ? "gone" : "failed",
    ...answered,
    reason,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

/** What arrives of the body in time, up to a limit. The connection ends then, whatever else it would send. */
async function beginningOf(response: IncomingMessage, bodyMs: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => response.destroy(), bodyMs);
  try {
    for await (const chunk of response) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size >= MOST_ANSWER) break;
    }
  } catch {
    // It broke off, or took too long: the status counts.
  } finally {
    clearTimeout(timer);
  }
  // The last letter may be cut.
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MOST_ANSWER), { stream: true });
  return text.replaceAll("\0", "");
}
