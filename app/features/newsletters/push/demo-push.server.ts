import { em } from "db/orm.server";
import type { MailContent } from "~/features/mail/mail-content";
import { queueMail } from "~/features/mail/queue.server";
import { PUSH_WORDS, type Push } from "./push.rules";
import type { Target } from "./push-targets.server";

/** What a device would show, for the demo inbox. */
export const demoPushMail = (device: string, { kind, path }: Pick<Push, "kind" | "path">): MailContent => ({
  template: "push",
  subject: `Notification on ${device}: ${PUSH_WORDS[kind].one}`,
  heading: PUSH_WORDS[kind].one,
  paragraphs: [
    `The member turned on notifications in ${device}, which would show this one. The demo sends none.`,
  ],
  action: { label: "What it opens", path },
});

export async function writeDemoPush({ id, name, email }: Target, push: Push): Promise<void> {
  const mail = {
    to: email,
    content: demoPushMail(name, push),
    dedupeKey: `push:${push.messageId}:${id}`,
    isOneOfMany: true,
  };
  await em().transactional((manager) => queueMail(manager, mail));
}
