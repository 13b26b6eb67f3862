import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { demoOnly } from "~/features/mail/demo-only.server";
import { demoInbox } from "~/features/newsletters/inbox.server";
import { BareFrame } from "~/features/site-shell/bare-frame";
import { PageHead } from "~/ui/head";
import { EmptyState } from "~/ui/message";
import { RichText } from "~/ui/rich-text";
import { Time } from "~/ui/time";
import { pageMeta } from "~/web/meta";
import { toParagraphs } from "~/web/rich-text.server";
import { useRootData } from "~/web/root-data";

/** Emails use the typography of articles. */
export const handle = { serifText: true };

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Demo inbox", noIndex: true });

export async function loader(_args: LoaderFunctionArgs) {
  demoOnly();
  const mails = await demoInbox();
  return { mails: mails.map(({ html: _, text, ...mail }) => ({ ...mail, body: toParagraphs(text) })) };
}

/** Every email of the demo, newest first. */
export default function DemoInbox() {
  const { mails } = useLoaderData<typeof loader>();
  const { siteName, siteTz } = useRootData();
  return (
    <BareFrame siteName={siteName} plain width="account">
      <PageHead
        title="Demo inbox"
        meta="Emails from this demo appear here instead of being sent. A real installation does not have this page."
      />
      {mails.length === 0 && <EmptyState title="No emails yet." />}
      <div className="grid gap-5">
        {mails.map(({ id, to, subject, sentAt, body }, index) => (
          <details key={id} className="more" open={index === 0}>
            <summary>
              <span>
                <strong>{subject}</strong>
                <br />
                <span className="meta">
                  To {to}, <Time at={sentAt} style="exact" zone={siteTz} />
                </span>
              </span>
            </summary>
            <div className="grid gap-3 whitespace-pre-line">
              <RichText paragraphs={body} />
              <p>
                <a href={`/demo/inbox/${id}`}>View as shown in an email program</a>
              </p>
            </div>
          </details>
        ))}
      </div>
    </BareFrame>
  );
}
