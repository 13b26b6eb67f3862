import type { LoaderFunctionArgs } from "@remix-run/node";
import { demoOnly } from "~/features/mail/demo-only.server";
import { inboxMail } from "~/features/mail/inbox.queries.server";
import { fileReply, notFound } from "~/web/replies.server";
import { isUuid } from "~/web/uuid";

/** The HTML of one email alone: its inline styles would violate the site's content security policy. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'; form-action 'none'";

export async function loader({ params: { id } }: LoaderFunctionArgs) {
  demoOnly();
  const mail = isUuid(id) ? await inboxMail(id) : undefined;
  if (!mail) throw notFound("Email not found.");
  const headers = { "Content-Security-Policy": POLICY, "Cache-Control": "no-store" };
  return fileReply(mail.html, "text/html; charset=utf-8", headers);
}
