import { randomUUID } from "node:crypto";
import type { ChannelService } from "db/entities/channel";
import type {
  ChannelAnswer,
  ChannelTransport,
  Target,
} from "~/features/newsletters/channels/channel-transport.server";
import { CHANNEL, hintOf } from "~/features/newsletters/channels/channels.rules";
import { sendPosts } from "~/features/newsletters/channels/send-posts.server";
import { encryptSecret } from "~/platform/sealed-secret.server";
import { insertRecord } from "./record-factories";
import { database } from "./running-app";

/** Addresses that the services could have made. */
export const SECRETS: Record<ChannelService, string> = {
  discord: "https://discord.com/api/webhooks/123456789012345678/Discord_Secret-abcdefghijklmnop",
  slack: "https://hooks.slack.com/services/T00000000/B00000000/SlackSecretabcdefghijklm",
  telegram: "1234567890:TelegramSecret-abcdefghijklmnopqrst",
};

/** An active channel that gets everything for everybody. @returns its id */
export async function insertChannel(more: Record<string, unknown> = {}): Promise<string> {
  const { service = "discord", secret = SECRETS[service as ChannelService], ...rest } = more;
  const id = randomUUID();
  return insertRecord(database, "channels", {
    ...{ id, service, sealed: encryptSecret(CHANNEL, id, String(secret)), hint: hintOf(String(secret)) },
    ...{ newsletters: "{alerts,briefs,news,weekly}", tier: "Basic", active: true },
    ...(service === "telegram" ? { chat_id: "@our_channel" } : {}),
    ...rest,
  });
}

type Handed = Target & { text: string };

/** Keeps what it is given. @param answer what becomes of a post, `sent` for all by default */
export function keepingChannels(
  answer: (post: Handed) => ChannelAnswer | Promise<ChannelAnswer> = () => ({ outcome: "sent" }),
): ChannelTransport & { posts: Handed[] } {
  const posts: Handed[] = [];
  return {
    posts,
    async post(target, { body }) {
      const handed = { ...target, text: JSON.stringify(body) };
      posts.push(handed);
      return answer(handed);
    },
  };
}

/** Posts all that is due. @returns what was handed over */
export async function postAll(transport = keepingChannels()): Promise<Handed[]> {
  await sendPosts(transport);
  return transport.posts;
}
