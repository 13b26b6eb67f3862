import { redirect } from "@remix-run/node";
import { type MemberViewer, viewerOf } from "~/auth/viewer.server";
import { type Mark, readMarkKey } from "~/features/marks/mark.rules";
import { AppError, catchAppError } from "~/web/app-error.server";
import { ownReferrer } from "~/web/own-referrer.server";
import { noContent, problem } from "~/web/replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { safePath } from "~/web/safe-path";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { follow, unfollow } from "./follow.server";
import { WATCHLIST_PATH } from "./paths.rules";
import { save, unsave } from "./save.server";
import { unwatch, watch } from "./watch.server";

const FAILED = "Failed to change your watchlist";

/** Marks something or removes the mark, then shows the page of the form again; script gets the status alone. */
export async function changeMark(args: RequestArgs): Promise<Response> {
  const viewer = await viewerOf(args);
  const isScript = args.request.headers.get("Accept") === "application/json";
  const from = ownReferrer(args.request);
  const back = safePath(from && from.pathname + from.search) ?? WATCHLIST_PATH;
  if (viewer.kind !== "member") {
    const signIn = `/login?next=${encodeURIComponent(back)}`;
    return isScript ? problem(401, "Sign in to do this.") : redirect(signIn, 303);
  }
  return catchAppError(
    args,
    FAILED,
    async () => {
      const text = await apply(viewer, (await readSubmission(args.request)).values);
      return isScript ? noContent() : redirectWithToast(back, { tone: "good", text });
    },
    async (error) =>
      isScript
        ? problem(error.status, error.message)
        : redirectWithToast(back, { tone: "bad", text: error.message }),
  );
}

/** @returns what was done, as a sentence */
async function apply(member: MemberViewer, { add, remove }: Record<string, unknown>): Promise<string> {
  const mark = readMarkKey(String(add ?? remove ?? ""));
  if (!mark) throw new AppError(422, "Choose what to watch.");
  return add === undefined ? removeMark(member, mark) : addMark(member, mark);
}

async function addMark(member: MemberViewer, { kind, name }: Mark): Promise<string> {
  if (kind === "company") return `${await watch(member, name)} is on your watchlist.`;
  if (kind === "author") return `You follow ${await follow(member, name)}.`;
  return `Saved for later: ${await save(member, kind, name)}`;
}

async function removeMark(member: MemberViewer, { kind, name }: Mark): Promise<string> {
  if (kind === "company") {
    await unwatch(member, name);
    return "The company is no longer on your watchlist.";
  }
  if (kind === "author") {
    await unfollow(member, name);
    return "You no longer follow the author.";
  }
  await unsave(member, kind, name);
  return "It is no longer saved.";
}
