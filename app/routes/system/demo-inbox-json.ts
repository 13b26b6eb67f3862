import { json } from "@remix-run/node";
import { demoOnly } from "~/features/mail/demo-only.server";
import { demoInbox } from "~/features/newsletters/inbox.server";

/** Newest first: to, subject, text, html. */
export async function loader() {
  demoOnly();
  return json(await demoInbox(), { headers: { "Cache-Control": "no-store" } });
}
