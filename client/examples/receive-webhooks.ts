// Receives webhooks: `OPENBELL_SECRET=whsec_… node dist/examples/receive-webhooks.js 4000`. Prints each once.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook, WebhookVerificationError } from "../src/index.js";

const [port = "4000"] = process.argv.slice(2);
const webhook = new Webhook(process.env.OPENBELL_SECRET ?? "");

/** A message is sent again until it is answered, so one may come twice. A real program stores its ids. */
const seen = new Set<string>();

const server = createServer(async (request, response) => {
  try {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const event = webhook.verify(await text(request), headers);
    const id = headers["webhook-id"] ?? "";
    if (!seen.has(id)) console.log(JSON.stringify(event));
    seen.add(id);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end();
  }
});
server.listen(Number(port), "127.0.0.1", () =>
  console.error(`Listening on port ${(server.address() as AddressInfo).port}`),
);
