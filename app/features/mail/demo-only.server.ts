import { config } from "~/platform/config.server";
import { notFound } from "~/web/replies.server";

/** @throws 404 outside demo mode: these mails open every account. */
export function demoOnly(): void {
  if (!config().demo) throw notFound("There is no such page.");
}
