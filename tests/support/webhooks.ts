import { randomBytes, randomUUID } from "node:crypto";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook as Signer } from "standardwebhooks";
import { afterEach } from "vitest";
import { numberChanges } from "~/features/changes-feed/number-changes.server";
import { planDeliveries } from "~/features/webhooks/plan-deliveries.server";
import { sendWebhooks } from "~/features/webhooks/send-webhooks.server";
import { type WebhookTransport, webhookTransport } from "~/features/webhooks/webhook-transport.server";
import { PURPOSE } from "~/features/webhooks/webhooks.queries.server";
import { encryptSecret } from "~/platform/sealed-secret.server";
import { insertRecord } from "./record-factories";
import { database } from "./running-app";

export const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

export type TestHook = { id: string; secret: string; address: string };

/** An enabled webhook that begins with the next change. @param more columns; `kinds` as a list */
export async function insertWebhook(
  kinds: readonly string[],
  more: Record<string, string | Date | boolean | null> = {},
): Promise<TestHook> {
  await numberChanges();
  const [id, secret] = [randomUUID(), newSecret()];
  const address = `https://receiver-${id}.example/hook`;
  const values = {
    id,
    address,
    kinds: `{${kinds.join(",")}}`,
    sealed: encryptSecret(PURPOSE, id, secret),
    ...{ enabled: true, disabled_at: null, disabled_reason: null },
    ...more,
  };
  await insertRecord(database, "webhooks", values);
  await database.rows("update webhooks set read_to = (select newest from change_numbers) where id = ?", [id]);
  return { id, secret, address };
}

/** What a receiver got. @property event its body, read as JSON */
export type Got = {
  id: string;
  headers: Record<string, string>;
  body: string;
  event: {
    type: string;
    timestamp: string;
    data: { kind: string; id: string; record?: Record<string, unknown> };
  };
};

const servers: Server[] = [];

/** Listens on this machine until the test ends. @returns its port */
export async function listenHere(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

export function closeReceivers(): void {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
}

type TransportOptions = NonNullable<Parameters<typeof webhookTransport>[0]>;

/** Sends what is for a host to this machine, as if its name led here. */
export const transportHere = (port: number, more: Partial<TransportOptions> = {}): WebhookTransport =>
  webhookTransport({
    privateNetworks: true,
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    addressOf: (address) => `http://${new URL(address).hostname}:${port}/hook`,
    ...more,
  });

/**
 * A receiver on this machine.
 * @param answer the status, or what it answers with; 204 by default
 */
export async function startReceiver(answer: (got: Got) => number | Promise<number> = () => 204) {
  const got: Got[] = [];
  const port = await listenHere(async (request, response) => {
    const body = await text(request);
    const headers = request.headers as Record<string, string>;
    const message = { id: headers["webhook-id"] ?? "", headers, body, event: JSON.parse(body) };
    got.push(message);
    response.writeHead(await answer(message)).end("what it says");
  });
  return { got, port, transport: transportHere(port) };
}

/** What the library of receivers says of a message. @throws if it is not signed with this secret */
export const verified = (secret: string, { body, headers }: Got) => new Signer(secret).verify(body, headers);

/** Numbers, plans and sends everything that is due. */
export async function deliverAll(transport: WebhookTransport): Promise<void> {
  await numberChanges();
  await planDeliveries();
  await sendWebhooks(transport);
}

/** So many hours pass for what waits: 20 is the longest wait of all. */
export async function letTimePass(hours = 20): Promise<void> {
  const earlier = (...columns: string[]) =>
    columns.map((column) => `${column} = ${column} - make_interval(secs => ${hours * 3600})`).join(", ");
  await database.rows(
    `update webhook_deliveries set ${earlier("next_at", "tried_at")} where state = 'waiting'`,
  );
  await database.rows(
    `update webhooks set ${earlier("retry_at", "failing_since", "failed_at", "last_success_at")}`,
  );
}

export type DeliveryRow = {
  id: string;
  webhook_id: string;
  kind: string;
  record_id: string;
  change: string;
  state: string;
  attempts: number;
  status: number | null;
  answer: string | null;
  reason: string | null;
  /** Seconds from the last attempt until the next. */
  wait: number;
};

export const deliveries = () =>
  database.rows<DeliveryRow>(
    `select *, round(extract(epoch from next_at - tried_at))::int as wait from webhook_deliveries order by number, id`,
  );

/** Without webhooks before each test, and without receivers after it. */
export async function emptyWebhooks(): Promise<void> {
  for (const table of ["webhooks", "webhook_deliveries"]) await database.rows(`delete from ${table}`);
}

export const closeAfterEach = () => afterEach(closeReceivers);
