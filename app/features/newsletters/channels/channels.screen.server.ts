import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { em } from "db/orm.server";
import { logNamed } from "~/admin-kit/change-log.server";
import { differencesBetween } from "~/admin-kit/differences.server";
import { rolesWith } from "~/auth/permissions.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { enqueueUnlessWaiting } from "~/platform/jobs/queue.server";
import { CHANNEL_QUEUE } from "~/platform/jobs/queue-names";
import { encryptSecret } from "~/platform/sealed-secret.server";
import { AppError, consumeLimit, invalidFields, parseOrThrow } from "~/web/app-error.server";
import { formReply, pageReply } from "~/web/form-replies.server";
import { notFound, problem } from "~/web/replies.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import {
  activateChannel,
  addChannel,
  allChannels,
  type ChannelService,
  type ChannelValues,
  changeChannel,
  channelById,
  type ListedChannel,
  newestPosts,
  postAgain,
  removeChannel,
} from "./channels.queries.server";
import {
  addressErrors,
  CHANNEL,
  CHANNELS_PATH,
  type ChannelChange,
  channelPath,
  channelSchema,
  chosenNewsletters,
  hintOf,
  isChannelChange,
  newChannelSchema,
  RECORDS_WORDS,
} from "./channels.rules";
import { postTest } from "./send-posts.server";

/** Only superadmins: a channel decides who reads what is posted there. */
const requireOwner = (args: LoaderFunctionArgs) => requireStaff(args, rolesWith("settings.write"));

/** Without `SMTP_URL` nothing leaves this machine. */
const isDemo = () => !config().smtpUrl;

/** `/admin/newsletters/channels` */
export async function channelsScreen(args: LoaderFunctionArgs) {
  await requireOwner(args);
  return { channels: await allChannels(), isDemo: isDemo() };
}

/** `/admin/newsletters/channels/{id}`: a channel, its newest posts, and what can be done with it. */
export async function channelScreen(args: LoaderFunctionArgs) {
  await requireOwner(args);
  const channel = await loadChannel(args);
  return { channel, posts: await newestPosts(channel.id), isDemo: isDemo() };
}

async function loadChannel({ params: { id } }: LoaderFunctionArgs): Promise<ListedChannel> {
  const channel = isUuid(id) ? await channelById(id) : undefined;
  if (!channel) throw notFound("Channel not found.");
  return channel;
}

/** `/admin/newsletters/channels/new` */
export async function newChannelScreen(args: LoaderFunctionArgs) {
  await requireOwner(args);
  return null;
}

/** `/admin/newsletters/channels/{id}/edit` */
export async function editChannelScreen(args: LoaderFunctionArgs) {
  await requireOwner(args);
  return { channel: await loadChannel(args) };
}

type Typed = { name: string; newsletters: unknown; tier: string; records: string };

/** @throws AppError 422 */
function readValues({ name, newsletters: boxes, tier, records }: Typed, chatId: string): ChannelValues {
  const newsletters = chosenNewsletters(boxes);
  if (newsletters.length === 0) throw invalidFields({ newsletters: "Choose what it gets." });
  return {
    name,
    newsletters,
    chatId: chatId || null,
    tier: tier as ChannelValues["tier"],
    getsEvery: records === "every",
  };
}

/** The address of a channel, without spaces around it. @throws AppError 422 */
function readAddress(service: ChannelService, typed: { secret?: string; chatId?: string }) {
  const secret = (typed.secret ?? "").trim();
  const chatId = service === "telegram" ? (typed.chatId ?? "").trim() : "";
  const errors = addressErrors(service, secret, chatId);
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  return { secret, chatId };
}

const secretOf = (id: string, secret: string) => ({
  sealed: encryptSecret(CHANNEL, id, secret),
  hint: hintOf(secret),
});

const note = logNamed("channels");

type Logged = Pick<ChannelValues, "name" | "chatId" | "newsletters" | "tier" | "getsEvery">;

const loggedValues = ({ name, chatId, newsletters, tier, getsEvery }: Logged) => ({
  ...{ name, tier, newsletters: newsletters.join(", "), chatId: chatId ?? "" },
  records: getsEvery ? RECORDS_WORDS.every : RECORDS_WORDS.sent,
});

/** What a save changes, for the log. Of an address, only the end that staff see. */
const differencesOf = (before: ListedChannel, values: ChannelValues, secret: string) => ({
  ...differencesBetween(
    loggedValues({ ...before, getsEvery: before.everyRecordSince !== null }),
    loggedValues(values),
  ),
  ...(secret ? { address: { from: `…${before.hint}`, to: `…${hintOf(secret)}` } } : {}),
});

const FAILED = "The channel was not saved.";

export async function addChannelAction(args: LoaderFunctionArgs) {
  const staff = await requireOwner(args);
  return formReply(args, FAILED, async ({ values: sent }) => {
    const typed = parseOrThrow(newChannelSchema, sent);
    const service = typed.service as ChannelService;
    const { secret, chatId } = readAddress(service, typed);
    if (secret === "") throw invalidFields({ secret: "Enter the address." });
    const id = randomUUID();
    const values = readValues(typed, chatId);
    await em().transactional(async (manager) => {
      await addChannel({ id, service, ...values, ...secretOf(id, secret) }, manager);
      note(manager, staff, "added", { id, name: values.name });
    });
    return redirectWithToast(channelPath(id), {
      tone: "good",
      text: "The channel was added. Send a test message to see whether it works.",
    });
  });
}

export async function editChannelAction(args: LoaderFunctionArgs) {
  const staff = await requireOwner(args);
  const before = await loadChannel(args);
  const { id, service } = before;
  return formReply(args, FAILED, async ({ values: sent }) => {
    const typed = parseOrThrow(channelSchema, sent);
    const { secret, chatId } = readAddress(service, typed);
    const values = readValues(typed, chatId);
    await em().transactional(async (manager) => {
      const changed = await changeChannel(
        { id, ...values },
        secret ? secretOf(id, secret) : undefined,
        manager,
      );
      if (!changed) throw new AppError(404, "Somebody else has deleted this channel.");
      note(manager, staff, "edited", { id, name: values.name }, differencesOf(before, values, secret));
    });
    return redirectWithToast(channelPath(id), { tone: "good", text: "The channel was saved." });
  });
}

/** Pauses a channel, lets it continue, posts a test, or one of its posts again. */
export async function channelAction(args: LoaderFunctionArgs) {
  const staff = await requireOwner(args);
  const channel = await loadChannel(args);
  const { change, post } = (await readSubmission(args.request)).values;
  if (!isChannelChange(change)) throw problem(400, "Choose what to do.");
  return pageReply(args, "Nothing was changed.", async () => {
    const text = await makeChange(staff, channel, change, post);
    return redirectWithToast(channelPath(channel.id), { tone: "good", text });
  });
}

/** @returns what to tell @throws AppError */
function makeChange(staff: StaffViewer, channel: ListedChannel, change: ChannelChange, post: unknown) {
  switch (change) {
    case "test":
      return sendTest(staff, channel);
    case "again":
      return repeatPost(staff, channel, post);
    default:
      return activate(staff, channel, change);
  }
}

/** @throws AppError 409 if it was posted, waits or is gone */
async function repeatPost(staff: StaffViewer, channel: ListedChannel, typed: unknown): Promise<string> {
  const postId = String(typed);
  await em().transactional(async (manager) => {
    const isWaiting = isUuid(postId) && (await postAgain({ postId, channelId: channel.id }, manager));
    if (!isWaiting) throw new AppError(409, "This cannot be posted again.");
    note(manager, staff, "posted again", channel);
    await enqueueUnlessWaiting(CHANNEL_QUEUE, manager);
  });
  return channel.active ? "It is posted within a few seconds." : "It is posted once the channel continues.";
}

/** @throws AppError 429, or 502 with the service's answer */
async function sendTest(staff: StaffViewer, channel: ListedChannel): Promise<string> {
  await consumeLimit({ "channel-test-staff": staff.id });
  const answer = await postTest(channel);
  if (answer.outcome !== "sent") throw new AppError(502, answer.reason);
  return isDemo() ? "Nothing leaves this server, so no test was posted." : "The test message was posted.";
}

async function activate(
  staff: StaffViewer,
  channel: ListedChannel,
  change: "pause" | "resume",
): Promise<string> {
  const active = change === "resume";
  await em().transactional(async (manager) => {
    if (!(await activateChannel({ id: channel.id, active }, manager))) return;
    note(manager, staff, active ? "resumed" : "paused", channel);
    if (active) await enqueueUnlessWaiting(CHANNEL_QUEUE, manager);
  });
  return active ? "The channel gets posts again." : "The channel is paused.";
}

/** `/admin/newsletters/channels/{id}/deletion`: the question before it is deleted. */
export async function channelDeletionScreen(args: LoaderFunctionArgs) {
  await requireOwner(args);
  const { id, name } = await loadChannel(args);
  return { name, backTo: channelPath(id) };
}

export async function deleteChannelAction(args: LoaderFunctionArgs) {
  const staff = await requireOwner(args);
  const channel = await loadChannel(args);
  return pageReply(args, "Failed to delete channel", async () => {
    await em().transactional(async (manager) => {
      if (await removeChannel(channel.id, manager)) note(manager, staff, "deleted", channel);
    });
    return redirectWithToast(CHANNELS_PATH, { tone: "good", text: "The channel was deleted." });
  });
}
