import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { AdminHead } from "~/ui/head";
import { EmptyState, Note } from "~/ui/message";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import { useRootData } from "~/web/root-data";
import { EDITIONS_PATH, NEWSLETTER_WORDS } from "../newsletters.rules";
import { CHANNELS_PATH, channelPath, RECORDS_WORDS, SERVICES, TIER_WORDS } from "./channels.rules";
import type { channelsScreen } from "./channels.screen.server";

export const channelsMeta: MetaFunction = (args) => adminMeta(args, "Channels");

type Screen = ReturnType<typeof useLoaderData<typeof channelsScreen>>;
export type ChannelRow = Screen["channels"][number];

/** The owner's channels at other services. */
export function ChannelsPage() {
  const { channels, isDemo } = useLoaderData<typeof channelsScreen>();
  return (
    <AdminPage>
      <AdminHead
        title="Channels"
        crumbs={[{ label: "Newsletters", to: EDITIONS_PATH }, { label: "Channels" }]}
        meta="Your channels on Discord, Slack and Telegram, where we post what is published."
        action={
          <LinkButton to={`${CHANNELS_PATH}/new`} variant="brand">
            Add channel
          </LinkButton>
        }
      />
      {isDemo && <DemoNote />}
      {channels.length === 0 ? <EmptyState title="No channels yet." /> : <Channels channels={channels} />}
    </AdminPage>
  );
}

export const DemoNote = () => (
  <Note title="Nothing leaves this server, because SMTP_URL is not set.">
    <p>A channel’s page shows what would be posted.</p>
  </Note>
);

export const StateBadge = ({ active }: Pick<ChannelRow, "active">) => (
  <Badge tone={active ? "good" : "warn"}>{active ? "On" : "Paused"}</Badge>
);

export const isFailing = ({
  lastErrorAt,
  lastSuccessAt,
}: Pick<ChannelRow, "lastErrorAt" | "lastSuccessAt">) =>
  lastErrorAt !== null && (lastSuccessAt === null || lastErrorAt > lastSuccessAt);

function Channels({ channels }: Pick<Screen, "channels">) {
  const { siteTz } = useRootData();
  return (
    <Table label="Channels" cards>
      <thead>
        <tr>
          <HeaderCell>Channel</HeaderCell>
          <HeaderCell>State</HeaderCell>
          <HeaderCell>Gets</HeaderCell>
          <HeaderCell>Readers</HeaderCell>
          <HeaderCell>Last post</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {channels.map((channel) => (
          <tr key={channel.id}>
            <RowHeader sub={`${SERVICES[channel.service].title}, …${channel.hint}`}>
              <a href={channelPath(channel.id)} className="break-words">
                {channel.name}
              </a>
            </RowHeader>
            <Cell label="State">
              <StateBadge active={channel.active} />
              {isFailing(channel) && <span className="meta block break-words">{channel.lastError}</span>}
            </Cell>
            <Cell label="Gets">
              {channel.newsletters.map((newsletter) => NEWSLETTER_WORDS[newsletter].title).join(", ")}
              <span className="meta block">
                {channel.everyRecordSince ? RECORDS_WORDS.every : RECORDS_WORDS.sent}
              </span>
            </Cell>
            <Cell label="Readers">{TIER_WORDS[channel.tier].short}</Cell>
            <Cell label="Last post">
              {channel.lastSuccessAt ? (
                <Time at={channel.lastSuccessAt} style="short-datetime" zone={siteTz} />
              ) : (
                "None yet"
              )}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
