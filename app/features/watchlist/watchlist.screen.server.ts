import { redirect } from "@remix-run/node";
import { requireMember, viewerOf } from "~/auth/viewer.server";
import { catchAppError, errorMessage, parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { pageHref, pageRange, requestedPageNumber } from "~/web/paging";
import type { RequestArgs } from "~/web/request-args.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { followedAuthors } from "./authors.queries.server";
import { countMarks } from "./counts.queries.server";
import { WATCHLIST_PATH } from "./paths.rules";
import { savedItems } from "./saved.queries.server";
import { changeEntry, watch } from "./watch.server";
import { watchedEntries } from "./watchlist.queries.server";
import { entrySchema, WATCHED_SIZE } from "./watchlist.rules";

const SIGN_IN = `/login?next=${encodeURIComponent(WATCHLIST_PATH)}`;
const FAILED = "Failed to change your watchlist";

/** The page of a member's watchlist. */
export async function watchlistPage(args: RequestArgs) {
  const member = await requireMember(args);
  const page = requestedPageNumber(args.request);
  const [entries, total] = await Promise.all([
    watchedEntries(member, pageRange(page, WATCHED_SIZE)),
    countMarks("companies", member.id),
  ]);
  return { entries, total, page };
}

/** The page of what a member saved. */
export async function savedPage(args: RequestArgs) {
  const member = await requireMember(args);
  const page = requestedPageNumber(args.request);
  return { ...(await savedItems(member, pageRange(page, WATCHED_SIZE))), page };
}

/** The page of the authors that a member follows. */
export async function authorsPage(args: RequestArgs) {
  const member = await requireMember(args);
  const page = requestedPageNumber(args.request);
  return { ...(await followedAuthors(member, pageRange(page, WATCHED_SIZE))), page };
}

/** Adds the company of a typed symbol. */
export async function addCompany(args: RequestArgs) {
  const viewer = await viewerOf(args);
  if (viewer.kind !== "member") return redirect(SIGN_IN, 303);
  return formReply(args, FAILED, async ({ values: { symbol } }) => {
    const name = await watch(viewer, typeof symbol === "string" ? symbol.trim() : "");
    return redirectWithToast(WATCHLIST_PATH, { tone: "good", text: `${name} is on your watchlist.` });
  });
}

/** Moves or removes an entry and shows its page of the list again. */
export async function moveEntry(args: RequestArgs): Promise<Response> {
  const viewer = await viewerOf(args);
  if (viewer.kind !== "member") return redirect(SIGN_IN, 303);
  return catchAppError(
    args,
    FAILED,
    async () => {
      const { values } = await readSubmission(args.request);
      const { entry, change, page } = parseOrThrow(entrySchema, values);
      await changeEntry(viewer, entry, change);
      const back = pageHref(WATCHLIST_PATH, {}, /^[1-9]\d{0,3}$/.test(page ?? "") ? Number(page) : 1);
      if (change !== "remove") return redirect(back, 303);
      return redirectWithToast(back, { tone: "good", text: "Removed from your watchlist." });
    },
    (error) => redirectWithToast(WATCHLIST_PATH, { tone: "bad", text: errorMessage(error) }),
  );
}
