import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { SettingsPage } from "~/features/site-settings/settings-page";
import { Badge, type BadgeTone } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { EmptyState } from "~/ui/message";
import { RECEIVED_PATH, WEBHOOKS_PATH } from "../webhook-screens.rules";
import { Moment } from "../webhooks-page";
import type { receivedScreen } from "./received.screen.server";

export const receivedMeta: MetaFunction = (args) => adminMeta(args, "The demo’s receiver");

type Message = ReturnType<typeof useLoaderData<typeof receivedScreen>>["messages"][number];

/** What the demo's receiver got, newest first. */
export function ReceivedPage() {
  const { messages } = useLoaderData<typeof receivedScreen>();
  return (
    <SettingsPage
      tab={WEBHOOKS_PATH}
      title="The demo’s receiver"
      crumbs={[{ label: "Webhooks", to: WEBHOOKS_PATH }, { label: "The demo’s receiver" }]}
      meta="The last 50 messages of a day, as a program gets them. Only the demo has this page."
      action={<LinkButton to={RECEIVED_PATH}>Refresh</LinkButton>}
    >
      {messages.length === 0 && <EmptyState title="Nothing has arrived yet." />}
      <div className="grid gap-5">
        {messages.map((message, index) => (
          <ReceivedMessage key={message.id} {...message} isOpen={index === 0} />
        ))}
      </div>
    </SettingsPage>
  );
}

const VERDICTS: Record<Message["verdict"], { text: string; tone: BadgeTone }> = {
  right: { text: "Signature right", tone: "good" },
  "wrong signature": { text: "Signature wrong", tone: "bad" },
  "wrong time": { text: "Time wrong", tone: "bad" },
};

const ReceivedMessage = ({ isOpen, ...message }: Message & { isOpen: boolean }) => (
  <details className="more" open={isOpen}>
    <summary>
      <span className="grid justify-items-start gap-1 wrap-anywhere">
        <span>
          <strong>{message.type || "No event"}</strong>, <Moment at={message.receivedAt} otherwise="" />
        </span>
        <span>
          <Badge tone={VERDICTS[message.verdict].tone}>{VERDICTS[message.verdict].text}</Badge>{" "}
          {message.isRepeated && <Badge>Repeated</Badge>}
        </span>
      </span>
    </summary>
    <div className="grid gap-4">
      <Facts
        items={[
          { label: "Webhook", value: <bdi className="wrap-anywhere">{message.name}</bdi> },
          { label: "webhook-id", value: <code className="wrap-anywhere">{message.messageId}</code> },
          { label: "webhook-timestamp", value: <Moment at={message.sentAt} otherwise="None" /> },
        ]}
      />
      <pre className="whitespace-pre-wrap text-sm wrap-anywhere">
        <code>{message.text}</code>
      </pre>
    </div>
  </details>
);
