import { createHash, timingSafeEqual } from "node:crypto";
import { json } from "@remix-run/node";
import { config } from "~/platform/config.server";
import { apiAction } from "~/web/api-replies.server";
import { consumeLimit } from "~/web/app-error.server";
import { notFound } from "~/web/replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { takeReport } from "./take-report.server";

/** A report has the headers of an email, seldom all of it. */
export const MOST_REPORT_BYTES = 1024 * 1024;

/**
 * `/webhooks/mail-reports`: one message as it was received (`message/rfc822`), from the owner's mail server or provider.
 * Everything that is read gets 200, so that nobody sends it again; without a secret the address does not exist.
 */
export async function handleReport(args: RequestArgs): Promise<Response> {
  const { bounceSecret } = config();
  if (!bounceSecret) return notFound("This endpoint does not exist.");
  return apiAction(args, ["POST"], () => receive(args, bounceSecret));
}

async function receive({ request, context }: RequestArgs, secret: string): Promise<Response> {
  if (!isSame(request.headers.get("Authorization") ?? "", `Bearer ${secret}`)) {
    await consumeLimit({ "webhook-network": context.ip });
    const refused = refusal(401, "Send the secret as a Bearer token.");
    refused.headers.set("WWW-Authenticate", "Bearer");
    return refused;
  }
  const type = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "message/rfc822") throw refusal(415, "Send one message as message/rfc822.");
  return json({ counted: await takeReport(await readAtMost(request, MOST_REPORT_BYTES)) });
}

const refusal = (status: number, message: string) => json({ message }, status);

/** Compared as hashes, so that the time tells nothing about the secret. */
const isSame = (one: string, other: string) => timingSafeEqual(hash(one), hash(other));
const hash = (text: string) => createHash("sha256").update(text).digest();

/** @throws a 413 as soon as it is longer */
async function readAtMost(request: Request, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > most) throw refusal(413, "At most 1 MB can be sent at once.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
