import type { LoaderFunctionArgs } from "@remix-run/node";
import { demoOnly } from "~/features/mail/demo-only.server";
import { mailReply } from "~/features/mail/mail-reply.server";
import { demoInboxMail } from "~/features/newsletters/inbox.server";
import { notFound } from "~/web/replies.server";
import { isUuid } from "~/web/uuid";

export async function loader({ params: { id } }: LoaderFunctionArgs) {
  demoOnly();
  const mail = isUuid(id) ? await demoInboxMail(id) : undefined;
  if (!mail) throw notFound("Email not found.");
  return mailReply(mail.html);
}
