import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { Badge } from "~/ui/badge";
import { Facts } from "~/ui/facts";
import { AdminHead, Section } from "~/ui/head";
import { Note } from "~/ui/message";
import { EDITIONS_PATH } from "../newsletters.rules";
import { CHECK_BADGES, type Check } from "./sender-check.rules";
import type { senderCheckScreen } from "./sender-check.screen.server";

export const senderCheckMeta: MetaFunction = (args) => adminMeta(args, "What do receivers see?");

/** What receivers find in DNS about the sender of our emails. */
export function SenderCheckPage() {
  const { senders } = useLoaderData<typeof senderCheckScreen>();
  return (
    <AdminPage>
      <AdminHead
        title="What do receivers see?"
        crumbs={[{ label: "Newsletters", to: EDITIONS_PATH }, { label: "Sender" }]}
        meta="Mail servers look up these records before they accept an email."
      />
      {senders.map(({ sender, domain, checks }) => (
        <div key={sender}>
          <p className="wrap-anywhere">
            Emails come from <bdi>{sender}</bdi>.
          </p>
          {!domain && <Note tone="bad" title="MAIL_FROM has no email address." />}
          {checks.map((check, at) => (
            <CheckSection key={check.title} check={check} first={at === 0} />
          ))}
        </div>
      ))}
    </AdminPage>
  );
}

const CheckSection = ({ check: { title, status, says, add }, first }: { check: Check; first: boolean }) => (
  <Section
    title={title}
    first={first}
    aside={<Badge tone={CHECK_BADGES[status].tone}>{CHECK_BADGES[status].text}</Badge>}
  >
    <div className="grid gap-3">
      <p className="wrap-anywhere">{says}</p>
      {add && (
        <Facts
          items={[
            { label: "Name", value: <code className="wrap-anywhere">{add.name}</code> },
            { label: "Type", value: add.type },
            { label: "Value", value: <code className="wrap-anywhere">{add.value}</code> },
          ]}
        />
      )}
    </div>
  </Section>
);
