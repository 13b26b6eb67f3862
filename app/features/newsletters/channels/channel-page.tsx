import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta, useHasDialog } from "~/admin-kit/admin-page";
import { Badge } from "~/ui/badge";
import { Button, LinkButton } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { AdminHead, Section } from "~/ui/head";
import { EmptyState, Note } from "~/ui/message";
import { Time } from "~/ui/time";
import { useRefusal } from "~/web/form";
import { useRootData } from "~/web/root-data";
import { EDITIONS_PATH, NEWSLETTER_WORDS, VERSION_WORDS } from "../newsletters.rules";
import {
  CHANNEL_CHANGES,
  CHANNELS_PATH,
  type ChannelChange,
  channelPath,
  POST_BADGES,
  RECORDS_WORDS,
  SERVICES,
  TIER_WORDS,
} from "./channels.rules";
import type { channelScreen } from "./channels.screen.server";
import { DemoNote, isFailing, StateBadge } from "./channels-page";

type Screen = ReturnType<typeof useLoaderData<typeof channelScreen>>;

export const channelMeta: MetaFunction = (args) => {
  const screen = args.data as Screen | undefined;
  return adminMeta(args, screen?.channel.name);
};

/** A channel, what was posted there, and what can be done with it. */
export function ChannelPage() {
  const { channel, posts, isDemo } = useLoaderData<typeof channelScreen>();
  const { siteTz } = useRootData();
  const refusal = useRefusal();
  const isAsking = useHasDialog();
  const { id, service, name, hint, active, newsletters, tier, lastError } = channel;
  return (
    <AdminPage overlay={isAsking ? <Outlet /> : undefined}>
      <AdminHead
        title={<span className="wrap-anywhere">{name}</span>}
        crumbs={[
          { label: "Newsletters", to: EDITIONS_PATH },
          { label: "Channels", to: CHANNELS_PATH },
          { label: name },
        ]}
        meta={`${SERVICES[service].title}, the address that ends with ${hint}`}
      />
      {refusal && <Note tone="bad" title={refusal} />}
      {isDemo && <DemoNote />}
      {isFailing(channel) && lastError && <Note tone="warn" title={lastError} />}
      <Section title={<StateBadge active={active} />} first>
        <Facts
          row
          items={[
            {
              label: "Gets",
              value: newsletters.map((newsletter) => NEWSLETTER_WORDS[newsletter].title).join(", "),
            },
            {
              label: "When",
              value: channel.everyRecordSince ? RECORDS_WORDS.every : RECORDS_WORDS.sent,
            },
            { label: "Readers", value: TIER_WORDS[tier].short },
            { label: "Last post", value: <Moment at={channel.lastSuccessAt} zone={siteTz} /> },
            { label: "Last error", value: <Moment at={channel.lastErrorAt} zone={siteTz} /> },
          ]}
        />
        <div className="actions mt-4">
          <Change change="test" />
          <Change change={active ? "pause" : "resume"} />
          <LinkButton to={`${channelPath(id)}/edit`}>Edit</LinkButton>
          <LinkButton to={`${channelPath(id)}/deletion`}>Delete</LinkButton>
        </div>
      </Section>
      <Posts posts={posts} zone={siteTz} />
    </AdminPage>
  );
}

const Moment = ({ at, zone }: { at: Date | null; zone: string }) =>
  at ? <Time at={at} style="short-datetime" zone={zone} /> : "None yet";

const Change = ({ change, post }: { change: ChannelChange; post?: string }) => (
  <form method="post">
    <input type="hidden" name="change" value={change} />
    {post && <input type="hidden" name="post" value={post} />}
    <Button size={post ? "sm" : "md"} busyText={CHANNEL_CHANGES[change].busy}>
      {CHANNEL_CHANGES[change].button}
    </Button>
  </form>
);

const Posts = ({ posts, zone }: Pick<Screen, "posts"> & { zone: string }) => (
  <Section title="Newest posts">
    {posts.length === 0 && <EmptyState title="No posts yet." />}
    <div className="grid gap-5">
      {posts.map(({ id, createdAt, newsletter, state, version, words, reason }) => (
        <section key={id} className="grid gap-2">
          <p>
            <Badge tone={POST_BADGES[state].tone}>{POST_BADGES[state].text}</Badge>{" "}
            {NEWSLETTER_WORDS[newsletter].title}, <Time at={createdAt} style="short-datetime" zone={zone} />
            {version && `, ${VERSION_WORDS[version].toLowerCase()}`}
          </p>
          {reason && <p className="meta break-words">{reason}</p>}
          {(state === "failed" || state === "unknown") && (
            <div className="actions">
              <Change change="again" post={id} />
            </div>
          )}
          {words && (
            <details className="more">
              <summary>What was posted</summary>
              <p className="whitespace-pre-line break-words" dir="auto">
                {words}
              </p>
            </details>
          )}
        </section>
      ))}
    </div>
  </Section>
);
