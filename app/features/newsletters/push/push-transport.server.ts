import https from "node:https";
import webPush from "web-push";
import { config } from "~/platform/config.server";
import {
  checkedLookup,
  FetchError,
  type GuardOptions,
  isTemporary,
  readBytes,
  request,
  retryAfterSeconds,
  withinTime,
} from "~/platform/outgoing/guarded-request.server";
import type { Subscription } from "./change-devices.server";
import { writeDemoPush } from "./demo-push.server";
import { type Push, pushEndpoint } from "./push.rules";
import type { PushKind } from "./push-devices.queries.server";
import type { Target } from "./push-targets.server";
import { type VapidKeys, vapidKeys } from "./vapid-keys.queries.server";

/** Requests at the same time, and connections to one push service. */
const CONNECTIONS = 50;
const CONNECTIONS_OF_ONE = 20;

/** Milliseconds for one push, from the name's look-up to the last byte. */
const TIMEOUT_MS = 5_000;

/** Bytes of an answer: push services say little. */
const MAX_ANSWER_BYTES = 16 * 1024;

/** A push service that did not answer so often in a row is not asked again in this turn. */
const MISSES = 5;

/** Those that are worth waking a device for. */
const URGENT: readonly PushKind[] = ["alerts", "prices"];

/** `gone`: the push service no longer knows the device. `later`: a retry may work, after `retryAfter` seconds if stated. */
export type PushAnswer =
  | { outcome: "sent" | "gone" }
  | { outcome: "failed"; reason: string }
  | { outcome: "later"; reason: string; retryAfter?: number };

export type PushTransport = {
  connections: number;
  /** Hands over one push. Throws only if the database fails. */
  send(target: Target, push: Push): Promise<PushAnswer>;
  close(): void;
};

/** Without `SMTP_URL` nothing leaves the machine: the demo inbox shows it. */
const demoTransport: PushTransport = {
  connections: CONNECTIONS,
  async send(target, push) {
    if (config().demo) await writeDemoPush(target, push);
    return { outcome: "sent" };
  },
  close() {},
};

/** The transport of one turn. */
export async function openPushTransport(): Promise<PushTransport> {
  if (!config().smtpUrl) return demoTransport;
  return new GuardedTransport(await vapidKeys(), { privateNetworks: false });
}

type Options = GuardOptions & {
  /** The address if it may be asked. */
  permitted?: (endpoint: string) => URL | undefined;
  ca?: string;
  timeoutMs?: number;
};

/** Asks push services at the addresses that browsers named. */
export class GuardedTransport implements PushTransport {
  readonly connections = CONNECTIONS;
  private readonly services = new Map<string, PushService>();

  constructor(
    private readonly keys: VapidKeys,
    private readonly options: Options,
  ) {}

  async send(subscription: Subscription, push: Push): Promise<PushAnswer> {
    const url = (this.options.permitted ?? pushEndpoint)(subscription.endpoint);
    if (!url) return { outcome: "failed", reason: "The address is not permitted." };
    const known = this.services.get(url.origin);
    const service = known ?? new PushService(url.origin, this.keys, this.options);
    if (!known) this.services.set(url.origin, service);
    return service.send(url, subscription, push);
  }

  close(): void {
    for (const service of this.services.values()) service.close();
  }
}

/** A push service during one turn: its checked address, connections to that, and the signature for its origin. */
class PushService {
  private readonly authorization: string;
  private readonly host: string;
  private agent: Promise<https.Agent> | undefined;
  private misses = 0;

  constructor(
    origin: string,
    { publicKey, privateKey }: VapidKeys,
    private readonly options: Options,
  ) {
    this.host = new URL(origin).hostname;
    // Signing takes longer than everything else of a push.
    this.authorization = webPush.getVapidHeaders(
      origin,
      vapidSubject(),
      publicKey,
      privateKey,
      "aes128gcm",
    ).Authorization;
  }

  async send(url: URL, subscription: Subscription, push: Push): Promise<PushAnswer> {
    if (this.misses >= MISSES) return { outcome: "later", reason: `${this.host} does not answer.` };
    const answer = await this.ask(url, subscription, push).catch((error: unknown): PushAnswer => {
      const reason = `${this.host}: ${error instanceof FetchError ? error.message : "not encrypted"}`;
      const isLater = error instanceof FetchError && error.kind === "later";
      return { outcome: isLater ? "later" : "failed", reason: reason.slice(0, 300) };
    });
    this.misses = answer.outcome === "later" ? this.misses + 1 : 0;
    return answer;
  }

  close(): void {
    void this.agent?.then((agent) => agent.destroy()).catch(() => {});
  }

  private async ask(url: URL, { p256dh, auth }: Subscription, push: Push): Promise<PushAnswer> {
    const { cipherText: body } = webPush.encrypt(p256dh, auth, push.payload, "aes128gcm");
    return withinTime(this.options.timeoutMs ?? TIMEOUT_MS, async (signal) => {
      const headers = {
        Authorization: this.authorization,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "Content-Length": String(body.length),
        TTL: String(push.ttlSeconds),
        // The push service keeps only the newest of a topic for a device that is off.
        Topic: push.kind,
        Urgency: URGENT.includes(push.kind) ? "high" : "normal",
      };
      this.agent ??= this.openAgent(url);
      return request(url, { agent: await this.agent, signal, headers, body }, async (response) => {
        // Read to the end, so that the connection can be used again.
        await readBytes(response, MAX_ANSWER_BYTES, "The answer is too long");
        const { statusCode: status = 0 } = response;
        if (status >= 200 && status < 300) return { outcome: "sent" };
        if (status === 404 || status === 410) return { outcome: "gone" };
        const reason = `${this.host} answered with status ${status}.`;
        if (!isTemporary(status)) return { outcome: "failed", reason };
        return { outcome: "later", reason, retryAfter: retryAfterSeconds(response) };
      });
    });
  }

  /** All its connections lead to the address that was checked. */
  private async openAgent(url: URL): Promise<https.Agent> {
    const { ca } = this.options;
    const lookup = await checkedLookup(url, this.options);
    return new https.Agent({
      keepAlive: true,
      maxSockets: CONNECTIONS_OF_ONE,
      lookup,
      ...(ca ? { ca } : {}),
    });
  }
}

/** Whom a push service can ask about the site. Apple refuses names of the local machine. */
function vapidSubject(): string {
  const { publicUrl, supportEmail } = config();
  return publicUrl.startsWith("https:") ? publicUrl : `mailto:${supportEmail ?? "support@example.com"}`;
}
