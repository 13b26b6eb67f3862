import type { IncomingMessage } from "node:http";
import type { ChannelService } from "db/entities/channel";
import { config } from "~/platform/config.server";
import {
  checkedLookup,
  FetchError,
  type GuardOptions,
  readBytes,
  request,
  retryAfterSeconds,
  withinTime,
} from "~/platform/outgoing/guarded-request.server";
import type { ChannelMessage } from "./channel-messages.rules";
import { postAddress, SERVICES } from "./channels.rules";

/** Milliseconds for one post, from the name's look-up to the answer. */
const TIMEOUT_MS = 10_000;

/** Bytes of a refusal, which says why. */
const MAX_ANSWER_BYTES = 16 * 1024;

const MOST_REASON = 280;

/**
 * `closed`: the service does not know the address any more, or refuses it. `later`: it has not taken the post, and
 * a retry may work, after `retryAfter` seconds if stated. `unknown`: it was sent, and no answer says whether it is posted.
 */
export type ChannelAnswer =
  | { outcome: "sent" }
  | { outcome: "closed" | "failed" | "unknown"; reason: string }
  | { outcome: "later"; reason: string; retryAfter?: number };

export type Target = { service: ChannelService; secret: string };

export type ChannelTransport = {
  /** Posts once. Never throws. */
  post(target: Target, message: Pick<ChannelMessage, "body">): Promise<ChannelAnswer>;
};

/** Without `SMTP_URL` nothing leaves the machine; the channel's page shows what would be posted. */
const demoTransport: ChannelTransport = { post: async () => ({ outcome: "sent" }) };

export const openChannelTransport = (): ChannelTransport =>
  config().smtpUrl ? guardedTransport({ privateNetworks: false }) : demoTransport;

type Options = GuardOptions & {
  /** Where a secret address leads. */
  addressOf?: (target: Target) => string;
  timeoutMs?: number;
};

/** Posts at the services' own hosts: a stored address is checked again. */
export const guardedTransport = (options: Options): ChannelTransport => ({
  async post(target, { body }) {
    const { service, secret } = target;
    if (!SERVICES[service].address.test(secret))
      return { outcome: "closed", reason: "This is no address of the service." };
    const url = new URL(options.addressOf?.(target) ?? postAddress(service, secret));
    const sent = { isSent: false };
    try {
      return await ask(url, target, Buffer.from(JSON.stringify(body)), sent, options);
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      const reason = `${SERVICES[service].title}: ${error.message}`.slice(0, MOST_REASON);
      if (error.kind !== "later") return { outcome: "failed", reason };
      return { outcome: sent.isSent ? "unknown" : "later", reason };
    }
  },
});

const ask = (url: URL, target: Target, body: Buffer, sent: { isSent: boolean }, options: Options) =>
  withinTime(options.timeoutMs ?? TIMEOUT_MS, async (signal) => {
    const lookup = await checkedLookup(url, options);
    const headers = {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": String(body.length),
      "User-Agent": "Openbell",
    };
    const onSent = () => {
      sent.isSent = true;
    };
    return request(url, { lookup, signal, headers, body, onSent }, (response) =>
      readAnswer(response, target),
    );
  });

/** The service has not taken the post. After any other error of its own it may have. */
const LATER: readonly number[] = [408, 425, 429, 503];

/** The address is not known any more, or our right to post is gone. */
const CLOSED: readonly number[] = [401, 403, 404, 410];

/** Telegram's words for the same, with status 400. */
const CHAT_GONE = /chat not found|upgraded to a supergroup/i;

function refusedOutcome({ service }: Target, status: number, says: string) {
  if (status >= 500) return "unknown";
  const isGone = service === "telegram" && status === 400 && CHAT_GONE.test(says);
  return isGone || CLOSED.includes(status) ? "closed" : "failed";
}

async function readAnswer(response: IncomingMessage, target: Target): Promise<ChannelAnswer> {
  const { statusCode: status = 0 } = response;
  if (status >= 200 && status < 300) return { outcome: "sent" };
  const { title } = SERVICES[target.service];
  if (status >= 300 && status < 400)
    return { outcome: "failed", reason: `${title} answered with a redirect, which is not followed.` };
  const { says, retryAfter } = await readRefusal(response, target);
  const reason = `${title} answered with status ${status}${says && `: ${says}`}`.slice(0, MOST_REASON);
  if (LATER.includes(status)) {
    const wait = retryAfterSeconds(response) ?? retryAfter;
    return { outcome: "later", reason, ...(wait === undefined ? {} : { retryAfter: wait }) };
  }
  return { outcome: refusedOutcome(target, status, says), reason };
}

type Refusal = {
  message?: unknown;
  description?: unknown;
  retry_after?: unknown;
  parameters?: { retry_after?: unknown };
};

/** Discord and Telegram say why, and when to come again, in JSON; Slack in a word. */
async function readRefusal(response: IncomingMessage, { secret }: Target) {
  const bytes = await readBytes(response, MAX_ANSWER_BYTES, "").catch(() => Buffer.alloc(0));
  const body = bytes.toString();
  const parsed = parseRefusal(body);
  const words = parsed ? (parsed.description ?? parsed.message) : body;
  const wait = parsed?.parameters?.retry_after ?? parsed?.retry_after;
  return {
    says:
      typeof words === "string"
        ? words
            .replaceAll(secret, "…")
            .replace(/[\p{Cc}\s]+/gu, " ")
            .trim()
        : "",
    retryAfter: typeof wait === "number" && wait >= 0 ? wait : undefined,
  };
}

function parseRefusal(body: string): Refusal | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === "object" && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}
