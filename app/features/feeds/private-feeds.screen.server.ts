import { data, type LoaderFunctionArgs } from "@remix-run/node";
import type { FeedSection } from "db/entities/private-feed";
import { requireMember } from "~/auth/viewer.server";
import { DISCOVERIES } from "~/features/registry.server";
import { config } from "~/platform/config.server";
import { AppError, catchAppError } from "~/web/app-error.server";
import { pageErrorReply } from "~/web/form-replies.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { isFeedSection, makeAddress, privateAddresses, removeAddress } from "./private-addresses.server";
import { PRIVATE_FEEDS_PATH, privateFeedPath } from "./private-feeds.rules";

/** What the page asks before it changes an address. */
export type FeedQuestion = "replace" | "remove";

/**
 * `/dashboard/feeds`: the member's address of each section. `?replace=news` and `?remove=news` ask about one
 * that exists.
 */
export async function privateFeedsScreen(args: LoaderFunctionArgs) {
  const { id } = await requireMember(args);
  const addresses = new Map((await privateAddresses(id)).map((address) => [address.section, address]));
  const feeds = DISCOVERIES.flatMap(({ section, feed }) =>
    feed && isFeedSection(section)
      ? [{ section, title: feed.link.title, address: addresses.get(section) }]
      : [],
  );
  const { searchParams } = new URL(args.request.url);
  const asks = (question: FeedQuestion) => {
    const found = feeds.find(({ section, address }) => address && section === searchParams.get(question));
    return found && { question, ...found };
  };
  return { feeds, question: asks("replace") ?? asks("remove") };
}

const FAILED = "Failed to change your feeds";

/** Makes, replaces or removes an address. A new one is shown in this response only. */
export async function privateFeedsAction(args: LoaderFunctionArgs) {
  const { id } = await requireMember(args);
  return catchAppError(
    args,
    FAILED,
    async () => applyChange(id, (await readSubmission(args.request)).values),
    pageErrorReply,
  );
}

async function applyChange(memberId: string, { section, change, replaces }: Record<string, unknown>) {
  if (!isFeedSection(section)) throw new AppError(422, "Choose a feed.");
  if (change === "create") return made(section, await makeAddress(memberId, section));
  if (change === "replace") return made(section, await makeAddress(memberId, section, timeOf(replaces)));
  if (change !== "remove") throw new AppError(422, "Choose what to change.");
  await removeAddress(memberId, section);
  return redirectWithToast(PRIVATE_FEEDS_PATH, { tone: "good", text: "The address was removed." });
}

/** When the address that a form replaces was made. */
function timeOf(replaces: unknown): Date {
  if (typeof replaces === "string" && /^20\d\d-\d\d-\d\dT[\d:.]+Z$/.test(replaces)) {
    const time = new Date(replaces);
    if (!Number.isNaN(time.getTime())) return time;
  }
  throw changedMeanwhile();
}

/** The form was sent twice, or from an older page: its address is the one that the member may be using. */
const changedMeanwhile = () =>
  new AppError(
    409,
    "This feed has been given a new address since you opened the page. If you do not have it, choose “New address”.",
  );

function made(section: FeedSection, token: string | undefined) {
  if (token === undefined) throw changedMeanwhile();
  return data({ section, address: config().publicUrl + privateFeedPath(section, token) });
}
