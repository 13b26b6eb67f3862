import type { LoaderFunctionArgs } from "@remix-run/node";
import { em } from "db/orm.server";
import { requireMember } from "~/auth/viewer.server";
import { loadMembership, setReminders } from "~/features/accounts/membership.queries.server";
import {
  chooseNewsletter,
  keepNewsletters,
  wantedNewsletters,
} from "~/features/newsletters/choices.queries.server";
import { changedChoices, isTicked } from "~/features/newsletters/choices.rules";
import { NOTIFICATIONS_PATH } from "~/features/newsletters/newsletters.rules";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";

/** `/dashboard/notifications`: which emails the member gets. */
export async function notificationsScreen(args: LoaderFunctionArgs) {
  const { id } = await requireMember(args);
  const [wanted, membership] = await Promise.all([wantedNewsletters(id), loadMembership(id)]);
  return { wanted: [...wanted], reminders: membership?.remindByMail ?? false };
}

/** A box that is not sent is switched off. */
export async function notificationsAction(args: LoaderFunctionArgs) {
  const { id } = await requireMember(args);
  const { values } = await readSubmission(args.request);
  await em().transactional(async (manager) => {
    for (const choice of changedChoices(values)) await chooseNewsletter({ readerId: id, ...choice }, manager);
    await keepNewsletters(id, manager);
    await setReminders(id, isTicked(values, "reminders"), manager);
  });
  return redirectWithToast(NOTIFICATIONS_PATH, { tone: "good", text: "Your choice was saved." });
}
