import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { SettingsPage } from "~/features/site-settings/settings-page";
import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { EmptyState, Note } from "~/ui/message";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import { useRootData } from "~/web/root-data";
import {
  hostOf,
  kindLabel,
  RECEIVED_PATH,
  stateOf,
  WEBHOOK_BADGES,
  WEBHOOKS_PATH,
  webhookPath,
} from "./webhook-screens.rules";
import type { webhooksScreen } from "./webhooks.screen.server";

export const webhooksMeta: MetaFunction = (args) => adminMeta(args, "Webhooks");

type Screen = ReturnType<typeof useLoaderData<typeof webhooksScreen>>;
type WebhookRow = Screen["webhooks"][number];

/** Where the site tells programs what has changed. */
export function WebhooksPage() {
  const { webhooks, isDemo } = useLoaderData<typeof webhooksScreen>();
  return (
    <SettingsPage
      tab={WEBHOOKS_PATH}
      title="Webhooks"
      meta={
        <>
          A webhook tells a program at once what has changed. The <a href="/api/docs">reference</a> says how.
        </>
      }
      action={
        <LinkButton to={`${WEBHOOKS_PATH}/new`} variant="brand">
          New webhook
        </LinkButton>
      }
    >
      {isDemo && <DemoNote />}
      {webhooks.length === 0 ? <EmptyState title="No webhooks yet." /> : <Webhooks webhooks={webhooks} />}
    </SettingsPage>
  );
}

const DemoNote = () => (
  <div className="mb-6">
    <Note title="This demo has a receiver of its own.">
      <p>
        A new webhook can use its address. <a href={RECEIVED_PATH}>See what it has received</a>
      </p>
    </Note>
  </div>
);

export function WebhookBadge(webhook: Pick<WebhookRow, "enabled" | "failingSince">) {
  const { text, tone } = WEBHOOK_BADGES[stateOf(webhook)];
  return <Badge tone={tone}>{text}</Badge>;
}

/** A time in the site's zone, or a word instead. */
export function Moment({ at, otherwise }: { at: Date | null; otherwise: string }) {
  const { siteTz } = useRootData();
  return at ? <Time at={at} style="short-datetime" zone={siteTz} /> : otherwise;
}

/** A list shows a few, and how many more there are. */
const SHOWN = 3;

function Kinds({ kinds }: Pick<WebhookRow, "kinds">) {
  const more = kinds.length - SHOWN;
  return (
    <>
      {kinds.slice(0, SHOWN).map(kindLabel).join(", ")}
      {more > 0 && <span className="meta block">and {more} more</span>}
    </>
  );
}

const Webhooks = ({ webhooks }: Pick<Screen, "webhooks">) => (
  <Table label="Webhooks" cards>
    <thead>
      <tr>
        <HeaderCell>Webhook</HeaderCell>
        <HeaderCell>State</HeaderCell>
        <HeaderCell>Gets</HeaderCell>
        <HeaderCell>Last success</HeaderCell>
        <HeaderCell>Failing since</HeaderCell>
      </tr>
    </thead>
    <tbody>
      {webhooks.map((webhook) => (
        <tr key={webhook.id}>
          <RowHeader sub={<span className="wrap-anywhere">{hostOf(webhook.address)}</span>}>
            <a href={webhookPath(webhook.id)} className="wrap-anywhere">
              <bdi>{webhook.name}</bdi>
            </a>
          </RowHeader>
          <Cell label="State">
            <WebhookBadge {...webhook} />
            {webhook.disabledReason && (
              <span className="meta mt-1 block wrap-anywhere">{webhook.disabledReason}</span>
            )}
          </Cell>
          <Cell label="Gets">
            <Kinds kinds={webhook.kinds} />
          </Cell>
          <Cell label="Last success">
            <Moment at={webhook.lastSuccessAt} otherwise="None yet" />
          </Cell>
          <Cell label="Failing since">
            <Moment at={webhook.failingSince} otherwise="Not failing" />
          </Cell>
        </tr>
      ))}
    </tbody>
  </Table>
);
