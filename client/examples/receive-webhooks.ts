// Receives webhooks: `OPENBELL_SECRET=whsec_… node dist/examples/receive-webhooks.js 4000`. Prints each once.
import { createServer, type IncomingMessage } from "node:http";
import { verifyWebhook, WebhookRefused } from "../src/index.js";

const [port = "4000"] = process.argv.slice(2);
const { OPENBELL_SECRET = "" } = process.env;

/** A webhook is sent again until it is answered, so the same id may come twice. */
const seen = new Set<string>();

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

const headersOf = ({ headers }: IncomingMessage) =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );

createServer(async (request, response) => {
  try {
    const headers = headersOf(request);
    const payload = await verifyWebhook(OPENBELL_SECRET, headers, await readText(request));
    const id = headers.get("webhook-id") ?? "";
    if (!seen.has(id)) console.log(JSON.stringify(payload));
    seen.add(id);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error instanceof WebhookRefused ? 400 : 500).end();
  }
}).listen(Number(port), "127.0.0.1");
