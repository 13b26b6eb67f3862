// Receives webhooks: `OPENBELL_SECRET=whsec_… node dist/examples/receive-webhooks.js 4000`. Prints each once.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook, WebhookVerificationError } from "../src/index.js";

const [port = "4000"] = process.argv.slice(2);
const webhook = new Webhook(process.env.OPENBELL_SECRET ?? "");

/** A message is sent again until it is answered, so one may come twice. A real program stores its ids for a month. */
const seen = new Set<string>();
const MOST_SEEN = 1_000;

function remember(id: string): void {
  seen.add(id);
  const [oldest] = seen;
  if (seen.size > MOST_SEEN && oldest !== undefined) seen.delete(oldest);
}

/** No message is as long. Before its signature is checked, anybody may have sent it. */
const MOST_BYTES = 1_000_000;

/** @returns undefined if it is too long */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    // What comes after the limit is read, so that the answer arrives, and forgotten.
    if (size <= MOST_BYTES) chunks.push(chunk as Buffer);
  }
  return size <= MOST_BYTES ? Buffer.concat(chunks).toString() : undefined;
}

const server = createServer(async (request, response) => {
  try {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const body = await bodyOf(request);
    if (body === undefined) {
      response.writeHead(413).end();
      return;
    }
    const event = webhook.verify(body, headers);
    const id = headers["webhook-id"] ?? "";
    if (!seen.has(id)) console.log(JSON.stringify(event));
    remember(id);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end();
  }
});
server.listen(Number(port), "127.0.0.1", () =>
  console.error(`Listening on port ${(server.address() as AddressInfo).port}`),
);
