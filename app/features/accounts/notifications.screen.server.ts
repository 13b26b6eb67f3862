import type { LoaderFunctionArgs } from "@remix-run/node";
import { em } from "db/orm.server";
import { requireMember } from "~/auth/viewer.server";
import { loadMembership, setReminders } from "~/features/accounts/membership.queries.server";
import {
  chooseNewsletter,
  keepNewsletters,
  wantedNewsletters,
} from "~/features/newsletters/choices.queries.server";
import { ALL_NEWSLETTERS, NOTIFICATIONS_PATH } from "~/features/newsletters/newsletters.rules";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";

/** `/dashboard/notifications`: which emails the member gets. */
export async function notificationsScreen(args: LoaderFunctionArgs) {
  const { id } = await requireMember(args);
  const [wanted, membership] = await Promise.all([wantedNewsletters(id), loadMembership(id)]);
  return { wanted: [...wanted], reminders: membership?.remindByMail ?? false };
}

/**
 * A box that is not sent is switched off. Boxes that nobody changed are left alone: a newsletter may have been
 * ended by the link of an email since the page was opened.
 */
export async function notificationsAction(args: LoaderFunctionArgs) {
  const { id: memberId } = await requireMember(args);
  const { values } = await readSubmission(args.request);
  const isOn = (name: string) => values[name] !== undefined;
  const before = typeof values.shown === "string" ? values.shown.split(" ") : undefined;
  const changed = ALL_NEWSLETTERS.filter((each) => before?.includes(each) !== isOn(each));
  await em().transactional(async (manager) => {
    for (const newsletter of changed)
      await chooseNewsletter({ memberId, newsletter, isOn: isOn(newsletter) }, manager);
    await keepNewsletters(memberId, manager);
    await setReminders(memberId, isOn("reminders"), manager);
  });
  return redirectWithToast(NOTIFICATIONS_PATH, { tone: "good", text: "Your choice was saved." });
}
