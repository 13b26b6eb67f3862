import { randomBytes } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { Webhook as Signer } from "standardwebhooks";
import { openSecret } from "~/platform/sealed-secret.server";
import { methodNotAllowed, noContent, notFound, problem } from "~/web/replies.server";
import { PURPOSE } from "../webhooks.queries.server";
import { ownReceiver } from "../webhooks.rules.server";
import { keepMessage, type Verdict, webhooksAt } from "./received.queries.server";

/** An address of the demo's receiver that no webhook has. */
export const newReceiverAddress = (): string =>
  `${ownReceiver() ?? ""}${randomBytes(16).toString("base64url")}`;

/** What one webhook's secret says of a message. The library compares the time with the clock, and allows five minutes. */
function verdictOf(secret: string, body: string, headers: Record<string, string>): Verdict {
  try {
    new Signer(secret).verify(body, headers, { jsonParse: false });
    return "right";
  } catch (error) {
    return error instanceof Error && /timestamp/i.test(error.message) ? "wrong time" : "wrong signature";
  }
}

/**
 * `POST /demo/webhooks/{token}`: the demo's receiver, which knows the current secret of the webhook with its address. It
 * keeps what it gets and answers 204, or 400 if the signature or the time is wrong.
 */
export async function receiveMessage({ request, params: { token } }: LoaderFunctionArgs): Promise<Response> {
  const own = ownReceiver();
  if (!own) return notFound("This endpoint does not exist.");
  if (request.method !== "POST") return methodNotAllowed(["POST"]);
  const webhooks = await webhooksAt(own + token);
  if (webhooks.length === 0) return notFound("No webhook has this address.");
  const body = await request.text();
  const headers = Object.fromEntries(request.headers);
  const checked = webhooks.map(({ id, name, sealed }) => {
    const secret = openSecret(PURPOSE, id, sealed)?.secret ?? "";
    return { name, verdict: verdictOf(secret, body, headers) };
  });
  const [best = { name: "", verdict: "wrong signature" as const }] = [
    ...checked.filter(({ verdict }) => verdict === "right"),
    ...checked,
  ];
  await keepMessage({
    ...best,
    messageId: headers["webhook-id"] ?? "",
    sentAt: headers["webhook-timestamp"] ?? "",
    body,
  });
  return best.verdict === "right" ? noContent() : problem(400, `Refused: ${best.verdict}.`);
}
