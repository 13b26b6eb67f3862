import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound } from "~/web/replies.server";
import { ownReceiver } from "../webhooks.rules.server";
import { requireOwner } from "../webhooks.screen.server";
import { receivedMessages } from "./received.queries.server";

/** The body as people read it; as it is if it is no JSON. @returns also the type of its event */
function readable(body: string): { type: string; text: string } {
  try {
    const parsed: unknown = JSON.parse(body);
    const type = typeof parsed === "object" && parsed !== null && "type" in parsed ? String(parsed.type) : "";
    return { type, text: JSON.stringify(parsed, null, 2) };
  } catch {
    return { type: "", text: body };
  }
}

/** The time that a message is signed with, in seconds since 1970; null for none. */
function signedTime(seconds: string): Date | null {
  return /^\d{1,11}$/.test(seconds) ? new Date(Number(seconds) * 1000) : null;
}

/** `/admin/settings/webhooks/received`: what the demo's receiver got. @throws 404 outside the demo */
export async function receivedScreen(args: LoaderFunctionArgs) {
  await requireOwner(args);
  if (!ownReceiver()) throw notFound("This page does not exist.");
  const messages = await receivedMessages();
  return {
    messages: messages.map(({ body, sentAt, ...message }, index) => ({
      ...message,
      ...readable(body),
      sentAt: signedTime(sentAt),
      isRepeated: messages.slice(index + 1).some(({ messageId }) => messageId === message.messageId),
    })),
  };
}
