import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { em } from "db/orm.server";
import { subscriptionSchema } from "~/auth/account.rules";
import { viewerOf } from "~/auth/viewer.server";
import { queueMail } from "~/features/mail/queue.server";
import { config } from "~/platform/config.server";
import { AppError, consumeLimit, parseOrThrow } from "~/web/app-error.server";
import { completedStepCookie, hasCompleted } from "~/web/completed-step-cookie.server";
import { formReply } from "~/web/form-replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { redirectWithToast } from "~/web/toast.server";
import type { Newsletter } from "./choices.queries.server";
import { isTicked } from "./choices.rules";
import { openNewsletters } from "./newsletters.queries.server";
import { NEWSLETTERS_PATH, NOTIFICATIONS_PATH } from "./newsletters.rules";
import {
  confirmSubscriber,
  pendingNewsletters,
  requestCause,
  requestNewsletters,
} from "./subscription.queries.server";
import { choicesMail, confirmMail } from "./subscription-mails";
import { confirmationToken, readerOfToken } from "./unsubscribe-token.server";

/** `/newsletters`: readers without an account subscribe. Members choose in their account. */
export async function subscriptionScreen(args: LoaderFunctionArgs) {
  if ((await viewerOf(args)).kind === "member") throw redirect(NOTIFICATIONS_PATH);
  const { request } = args;
  const isSent = new URL(request.url).searchParams.has("sent");
  if (isSent && !hasCompleted(request, "newsletter-request")) throw redirect(NEWSLETTERS_PATH);
  return { isSent, offered: await openNewsletters() };
}

export const subscriptionAction = (args: LoaderFunctionArgs) =>
  formReply(args, "Nothing was sent.", async ({ values }) => {
    const { email } = parseOrThrow(subscriptionSchema, values);
    const requested = (await openNewsletters())
      .map(({ newsletter }) => newsletter)
      .filter((newsletter) => isTicked(values, newsletter));
    if (requested.length === 0) throw new AppError(422, "Choose at least one newsletter.");
    await subscribe(args, email, requested);
    const headers = new Headers({ "Set-Cookie": completedStepCookie("newsletter-request") });
    return redirectWithToast(
      `${NEWSLETTERS_PATH}?sent`,
      { tone: "good", text: "Check your inbox." },
      headers,
    );
  });

/**
 * Asks the owner of an address to confirm. What the site answers does not tell whether the address has an
 * account: both get an email.
 * @throws AppError 429
 */
async function subscribe(args: RequestArgs, email: string, requested: Newsletter[]): Promise<void> {
  await consumeLimit({ "newsletter-network": args.context.ip, "newsletter-address": email });
  const { siteName } = config();
  await em().transactional(async (manager) => {
    const { id, hasAccount } = await requestNewsletters({ email, requested }, manager);
    const content = hasAccount ? choicesMail(siteName) : confirmMail(siteName, await confirmationToken(id));
    await queueMail(manager, { to: email, content, dedupeKey: requestCause(id) });
  });
}

/** `/newsletters/{token}`, opened from the email. It changes nothing, because programs open every link. */
export const confirmationScreen = (args: LoaderFunctionArgs) => outcomeOf(args, pendingNewsletters);

/** Confirms the address. Repeating it changes nothing. */
export const confirmationAction = (args: LoaderFunctionArgs) => outcomeOf(args, confirmSubscriber);

async function outcomeOf(
  { params: { token = "" } }: LoaderFunctionArgs,
  find: (subscriberId: string) => Promise<Newsletter[] | undefined>,
) {
  const id = await readerOfToken(token, "confirm");
  const found = id ? await find(id) : undefined;
  // The owner may have ended some of them.
  const open = (await openNewsletters()).filter(({ newsletter }) => found?.includes(newsletter));
  const titles = open.length > 0 ? open.map(({ title }) => title) : undefined;
  return data({ titles }, titles ? 200 : 404);
}
