import { config } from "~/http/config.server";
import { notFound } from "~/http/replies.server";

/** @throws 404 outside demo mode: these mails open every account. */
export function demoOnly(): void {
  if (!config().demo) throw notFound("There is no such page.");
}
