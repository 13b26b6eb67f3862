import {
  CHANNEL_SERVICES,
  Channel,
  ChannelPost,
  type ChannelService,
  type PostState,
} from "db/entities/channel";
import { TIERS, type Tier } from "db/entities/member";
import { NEWSLETTERS } from "db/entities/newsletter";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, bool, literal, type RowOf, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import type { NewsletterKind } from "../newsletters.rules";

export type { ChannelService, PostState, Tier as ChannelTier };

const LISTED = {
  ...columns(
    Channel,
    ...(["id", "createdAt", "service", "name", "hint", "chatId", "tier", "everyRecordSince"] as const),
    ...(["active", "retryAt", "lastSuccessAt", "lastError", "lastErrorAt"] as const),
  ),
  newsletters: array(literal(NEWSLETTERS)).from`newsletters`,
};

/** A channel as staff see it, without its secret address. */
export type ListedChannel = RowOf<typeof LISTED>;

const ALL = statement("channels.all", LISTED)`select ${LISTED} from channels order by name, id`;
const BY_ID = statement("channels.by-id", LISTED)`select ${LISTED} from channels where id = ${uuid("id")}`;

export const allChannels = (): Promise<ListedChannel[]> => ALL.all();

/** @param id a UUID */
export const channelById = (id: string): Promise<ListedChannel | undefined> => BY_ID.first({ id });

const SEALED = columns(Channel, "sealed");
const READ_SEALED = statement("channels.sealed", SEALED)`
  select ${SEALED} from channels where id = ${uuid("id")}`;

export const storedSecretOf = async (id: string): Promise<string | undefined> =>
  (await READ_SEALED.first({ id }))?.sealed;

const POST = columns(
  ChannelPost,
  ...(["id", "createdAt", "newsletter", "recordId", "state", "attempts", "endedAt", "version"] as const),
  ...(["words", "reason"] as const),
);

/** A post as staff see it. */
export type ListedPost = RowOf<typeof POST>;

const NEWEST_POSTS = statement("channels.newest-posts", POST)`
  select ${POST} from channel_posts where channel_id = ${uuid("id")} order by created_at desc, id desc limit 20`;

/** The newest posts of a channel. */
export const newestPosts = (id: string): Promise<ListedPost[]> => NEWEST_POSTS.all({ id });

/** Its lifetime starts again: somebody wants it now. */
const POST_AGAIN = statement("channels.post-again", { id: uuid })`
  update channel_posts set state = 'waiting', created_at = now(), attempts = 0, ended_at = null, reason = null,
         extent = null, words = null
   where id = ${uuid("postId")} and channel_id = ${uuid("channelId")} and state in ('failed', 'unknown') returning id`;

const STOP_WAITING = command("channels.stop-waiting")`
  update channels set retry_at = null where id = ${uuid("channelId")}`;

/** Lets a post take its turn again that failed, or of which nobody knows. @returns false if there is none */
export async function postAgain(
  post: { postId: string; channelId: string },
  manager: EntityManager,
): Promise<boolean> {
  await STOP_WAITING.run({ channelId: post.channelId }, manager);
  return (await POST_AGAIN.first(post, manager)) !== undefined;
}

const NEWSLETTERS_PARAM = array(literal(NEWSLETTERS))("newsletters");
const TIER = literal(TIERS)("tier");

const ADD = command("channels.add")`
  insert into channels (id, service, name, sealed, hint, chat_id, newsletters, tier, every_record_since)
  values (${uuid("id")}, ${literal(CHANNEL_SERVICES)("service")}, ${text("name")}, ${text("sealed")}, ${text("hint")},
          ${text.orNull("chatId")}, ${NEWSLETTERS_PARAM}, ${TIER}, case when ${bool("getsEvery")} then now() end)`;

export type ChannelValues = {
  name: string;
  chatId: string | null;
  newsletters: NewsletterKind[];
  tier: Tier;
  /** It gets every record that is published from now on. */
  getsEvery: boolean;
};

type Secret = { sealed: string; hint: string };

export const addChannel = (
  channel: ChannelValues & Secret & { id: string; service: ChannelService },
  manager: EntityManager,
): Promise<void> => ADD.run(channel, manager);

const ID = { id: uuid };

/** What was published before a channel got it is not posted later. */
const CHANGE = statement("channels.change", ID)`
  update channels set name = ${text("name")}, chat_id = ${text.orNull("chatId")}, newsletters = ${NEWSLETTERS_PARAM},
         tier = ${TIER}, sealed = coalesce(${text.orNull("sealed")}, sealed), hint = coalesce(${text.orNull("hint")}, hint),
         every_record_since = case when not ${bool("getsEvery")} then null
           when newsletters @> ${NEWSLETTERS_PARAM} then coalesce(every_record_since, now()) else now() end
   where id = ${uuid("id")} returning id`;

/** @param secret undefined keeps the secret address @returns false if the channel is gone */
export const changeChannel = async (
  channel: ChannelValues & { id: string },
  secret: Secret | undefined,
  manager: EntityManager,
): Promise<boolean> =>
  (await CHANGE.first(
    { ...channel, sealed: secret?.sealed ?? null, hint: secret?.hint ?? null },
    manager,
  )) !== undefined;

/** What was published while it was paused is not posted later. */
const ACTIVATE = statement("channels.activate", ID)`
  update channels set active = ${bool("active")}, retry_at = null, failures = 0,
         every_record_since = case when every_record_since is not null then now() end
   where id = ${uuid("id")} and active <> ${bool("active")} returning id`;

/** Pauses a channel, or lets it continue. @returns false if it is so already, or gone */
export const activateChannel = async (
  change: { id: string; active: boolean },
  manager: EntityManager,
): Promise<boolean> => (await ACTIVATE.first(change, manager)) !== undefined;

const REMOVE = statement("channels.remove", ID)`delete from channels where id = ${uuid("id")} returning id`;

/** @returns false if it is gone already */
export const removeChannel = async (id: string, manager: EntityManager): Promise<boolean> =>
  (await REMOVE.first({ id }, manager)) !== undefined;
