import { json } from "@remix-run/node";
import { demoOnly } from "~/features/mail/demo-only.server";
import { inbox } from "~/features/mail/inbox.queries.server";

/** Newest first: to, subject, text, html. */
export async function loader() {
  demoOnly();
  return json(await inbox(), { headers: { "Cache-Control": "no-store" } });
}
