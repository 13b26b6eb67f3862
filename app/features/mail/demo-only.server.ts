import { config } from "~/platform/config.server";
import { notFound } from "~/web/replies.server";

/** @throws 404 outside demo mode: the links in these emails open every account. */
export function demoOnly(): void {
  if (!config().demo) throw notFound("This page does not exist.");
}
