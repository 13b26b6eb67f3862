import type { LoaderFunctionArgs } from "@remix-run/node";
import { em } from "db/orm.server";
import { logChange } from "~/admin-kit/change-log.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { AppError, parseOrThrow } from "~/web/app-error.server";
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
} from "./newsletters.queries.server";
import { EDITIONS_PATH, isNewsletter, isOwn } from "./newsletters.rules";

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
      const newsletter = await addNewsletter(settings, manager);
      logNewsletter(manager, staff, "added", { newsletter, title: settings.title ?? "" });
    });
    return redirectWithToast(EDITIONS_PATH, { tone: "good", text: "The newsletter was added." });
  });
}

/** `/admin/newsletters/settings/{newsletter}` */
export async function newsletterSettingsScreen(args: LoaderFunctionArgs) {
  await requireWriter(args);
  const { newsletter, title, hint, senderName, senderAddress } = await namedBy(args);
  const values = { title, hint, senderName: senderName ?? "", senderAddress: senderAddress ?? "" };
  return { newsletter, title, values };
}

/** Saves the settings, or ends the newsletter. */
export async function newsletterSettingsAction(args: LoaderFunctionArgs) {
  const staff = await requireWriter(args);
  const named = await namedBy(args);
  return formReply(args, "Nothing was saved.", async ({ values }) => {
    if (values.change === "end") return end(staff, named);
    const { newsletter } = named;
    const settings = isOwn(newsletter)
      ? emptyToNull(parseOrThrow(ownNewsletterSchema, values))
      : emptyToNull({ title: "", hint: "", ...parseOrThrow(senderSchema, values) });
    await em().transactional(async (manager) => {
      await changeNewsletter({ newsletter, ...settings }, manager);
      logNewsletter(manager, staff, "edited", { ...named, title: settings.title ?? named.title });
    });
    return redirectWithToast(EDITIONS_PATH, { tone: "good", text: "The settings were saved." });
  });
}

/** @throws AppError 409 if one of its editions is still to be sent */
async function end(staff: StaffViewer, named: ListedNewsletter) {
  const { newsletter } = named;
  if (!isOwn(newsletter)) throw notFound("This newsletter cannot be ended.");
  await em().transactional(async (manager) => {
    if (!(await endNewsletter(newsletter, manager)))
      throw new AppError(409, "An edition of this newsletter is still to be sent. Cancel it first.");
    logNewsletter(manager, staff, "ended", named);
  });
  return redirectWithToast(EDITIONS_PATH, { tone: "good", text: "The newsletter has ended." });
}

/** @throws 404 */
async function namedBy({ params: { newsletter } }: LoaderFunctionArgs): Promise<ListedNewsletter> {
  const named = isNewsletter(newsletter) ? await newsletterNamed(newsletter) : undefined;
  if (!named || named.endedAt) throw notFound("Newsletter not found.");
  return named;
}

type Typed = { title: string; hint: string; senderName: string; senderAddress: string };

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
) => logChange(manager, staff, { action, resource: "newsletters", recordId: newsletter, recordTitle: title });
