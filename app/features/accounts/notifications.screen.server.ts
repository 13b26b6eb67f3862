import type { LoaderFunctionArgs } from "@remix-run/node";
import { em } from "db/orm.server";
import { requireMember } from "~/auth/viewer.server";
import { loadMembership, setReminders } from "~/features/accounts/membership.queries.server";
import { suppressionOf } from "~/features/mail/suppressions.queries.server";
import {
  chooseNewsletter,
  keepNewsletters,
  wantedNewsletters,
} from "~/features/newsletters/choices.queries.server";
import { changedChoices, isTicked } from "~/features/newsletters/choices.rules";
import { chooseMessages, messagesChoice } from "~/features/newsletters/messages.queries.server";
import { offeredNewsletters } from "~/features/newsletters/newsletters.queries.server";
import { NOTIFICATIONS_PATH } from "~/features/newsletters/newsletters.rules";
import { pushDevicesOf, wantedPushes } from "~/features/newsletters/push/push-devices.queries.server";
import { vapidKeys } from "~/features/newsletters/push/vapid-keys.queries.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";

/** `/dashboard/notifications`: which emails the member gets, and what on the devices. */
export async function notificationsScreen(args: LoaderFunctionArgs) {
  const member = await requireMember(args);
  const [offered, wanted, messages, membership, devices, wantedOnDevices, { publicKey }, suppression] =
    await Promise.all([
      offeredNewsletters(),
      wantedNewsletters(member.id),
      messagesChoice(member.id),
      loadMembership(member.id),
      pushDevicesOf(member),
      wantedPushes(member),
      vapidKeys(),
      suppressionOf(member.email),
    ]);
  return {
    unreachable: suppression && { email: member.email, reason: suppression.reason },
    emails: {
      offered,
      wanted: [...wanted],
      messages: messages?.isOn ?? false,
      reminders: membership?.remindByMail ?? false,
    },
    push: { devices, wanted: wantedOnDevices, applicationKey: publicKey },
  };
}

/** A box that is not sent is switched off. */
export async function notificationsAction(args: LoaderFunctionArgs) {
  const { id } = await requireMember(args);
  const { values } = await readSubmission(args.request);
  const offered = (await offeredNewsletters()).map(({ newsletter }) => newsletter);
  await em().transactional(async (manager) => {
    for (const choice of changedChoices(offered, values))
      await chooseNewsletter({ readerId: id, ...choice }, manager);
    await chooseMessages({ memberId: id, isOn: isTicked(values, "messages") }, manager);
    await keepNewsletters(id, manager);
    await setReminders(id, isTicked(values, "reminders"), manager);
  });
  return redirectWithToast(NOTIFICATIONS_PATH, { tone: "good", text: "Your choice was saved." });
}
