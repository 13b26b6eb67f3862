import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Differences } from "db/entities/change";
import type { Newsletter } from "db/entities/newsletter";
import { em } from "db/orm.server";
import { logChange } from "~/admin-kit/change-log.server";
import { differencesBetween } from "~/admin-kit/differences.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { AppError, fieldError, parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { notFound } from "~/web/replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { requireWriter } from "./editions.screen.server";
import { ownNewsletterSchema, senderSchema } from "./newsletter-settings.rules";
import {
  addNewsletter,
  changeNewsletter,
  endNewsletter,
  type ListedNewsletter,
  newsletterNamed,
  offeredNewsletters,
  reopenNewsletter,
} from "./newsletters.queries.server";
import { EDITIONS_PATH, isNewsletter, isOwn, settingsPath } from "./newsletters.rules";

/** `/admin/newsletters/add` */
export async function addNewsletterScreen(args: LoaderFunctionArgs) {
  await requireWriter(args);
  return null;
}

export async function addNewsletterAction(args: LoaderFunctionArgs) {
  const staff = await requireWriter(args);
  return formReply(args, "The newsletter was not added.", async ({ values }) => {
    const settings = emptyToNull(parseOrThrow(ownNewsletterSchema, values));
    await em().transactional(async (manager) => {
      await refuseTakenTitle(settings.title);
      const newsletter = await addNewsletter(settings, manager);
      logNewsletter(manager, staff, "added", { newsletter, title: settings.title ?? "" });
    });
    return redirectWithToast(EDITIONS_PATH, { tone: "good", text: "The newsletter was added." });
  });
}

/** `/admin/newsletters/settings/{newsletter}` */
export async function newsletterSettingsScreen(args: LoaderFunctionArgs) {
  await requireWriter(args);
  const named = await namedBy(args);
  const { newsletter, title, endedAt } = named;
  return { newsletter, title, values: typedIn(named), hasEnded: endedAt !== null };
}

/** Saves the settings, or ends the newsletter, or starts it again. */
export async function newsletterSettingsAction(args: LoaderFunctionArgs) {
  const staff = await requireWriter(args);
  const named = await namedBy(args);
  return formReply(args, "Nothing was saved.", async ({ values }) => {
    if (values.change === "end") return end(staff, named);
    if (values.change === "reopen") return reopen(staff, named);
    const { newsletter } = named;
    if (named.endedAt) throw new AppError(409, "This newsletter has ended.");
    const typed = parseOrThrow(isOwn(newsletter) ? ownNewsletterSchema : senderSchema, values);
    const settings = emptyToNull(typed);
    await em().transactional(async (manager) => {
      await refuseTakenTitle(settings.title, newsletter);
      await changeNewsletter({ newsletter, ...settings }, manager);
      const title = settings.title ?? named.title;
      logNewsletter(
        manager,
        staff,
        "edited",
        { newsletter, title },
        differencesBetween(typedIn(named), typed),
      );
    });
    return redirectWithToast(EDITIONS_PATH, { tone: "good", text: "The settings were saved." });
  });
}

/** Newsletters that are not ended, those of every site included. */
const MOST_NEWSLETTERS = 20;

/** @throws AppError 409 if another newsletter has this title, or if there are too many */
async function refuseTakenTitle(title: string | null, own?: Newsletter): Promise<void> {
  const others = (await offeredNewsletters()).filter(({ newsletter }) => newsletter !== own);
  if (title && others.some((other) => other.title.toLowerCase() === title.toLowerCase()))
    throw fieldError(409, "title", "Another newsletter already has this name.");
  if (!own && others.length >= MOST_NEWSLETTERS)
    throw new AppError(409, `There can be at most ${MOST_NEWSLETTERS} newsletters. End one first.`);
}

async function end(staff: StaffViewer, named: ListedNewsletter) {
  const { newsletter } = named;
  if (!isOwn(newsletter)) throw notFound("This newsletter cannot be ended.");
  const hasEnded = await em().transactional(async (manager) => {
    if (!(await endNewsletter(newsletter, manager))) return false;
    logNewsletter(manager, staff, "ended", named);
    return true;
  });
  return hasEnded
    ? redirectWithToast(EDITIONS_PATH, { tone: "good", text: "The newsletter has ended." })
    : redirectWithToast(settingsPath(newsletter), {
        tone: "bad",
        text: "An edition of this newsletter is still to be sent. Cancel it first.",
      });
}

async function reopen(staff: StaffViewer, named: ListedNewsletter) {
  const { newsletter } = named;
  if (!isOwn(newsletter)) throw notFound("This newsletter has not ended.");
  await em().transactional(async (manager) => {
    await refuseTakenTitle(named.title);
    await reopenNewsletter(newsletter, manager);
    logNewsletter(manager, staff, "restarted", named);
  });
  return redirectWithToast(EDITIONS_PATH, { tone: "good", text: "Readers can choose it again." });
}

/** @throws 404 */
async function namedBy({ params: { newsletter } }: LoaderFunctionArgs): Promise<ListedNewsletter> {
  const named = isNewsletter(newsletter) ? await newsletterNamed(newsletter) : undefined;
  if (!named) throw notFound("Newsletter not found.");
  return named;
}

type Typed = { title?: string; hint?: string; senderName: string; senderAddress: string };

/** The settings as their form has them. */
const typedIn = ({ title, hint, senderName, senderAddress }: ListedNewsletter) => ({
  title,
  hint,
  senderName: senderName ?? "",
  senderAddress: senderAddress ?? "",
});

const emptyToNull = ({ title, hint, senderName, senderAddress }: Typed) => ({
  title: title || null,
  hint: hint || null,
  senderName: senderName || null,
  senderAddress: senderAddress || null,
});

const logNewsletter = (
  manager: Parameters<typeof logChange>[0],
  staff: StaffViewer,
  action: string,
  { newsletter, title }: Pick<ListedNewsletter, "newsletter" | "title">,
  differences?: Differences,
) =>
  logChange(manager, staff, {
    action,
    resource: "newsletters",
    recordId: newsletter,
    recordTitle: title,
    ...(differences && { differences }),
  });
