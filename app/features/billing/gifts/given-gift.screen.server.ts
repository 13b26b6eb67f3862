import type { LoaderFunctionArgs } from "@remix-run/node";
import { em } from "db/orm.server";
import { requireMember } from "~/auth/viewer.server";
import { AppError, consumeLimit, fieldError, parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { notFound } from "~/web/replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { giftLinkSchema, OWN_ADDRESS } from "./gift.rules";
import { ownGift } from "./gifts.queries.server";
import { renewLink } from "./open-gift.server";

async function findOwn(args: LoaderFunctionArgs) {
  const member = await requireMember(args);
  const { id } = args.params;
  const gift = isUuid(id) ? await ownGift(member.id, id) : undefined;
  if (!gift) throw notFound("Gift not found.");
  return { member, gift };
}

/** `/dashboard/gifts/{id}`: for its buyer only. Everybody else gets a 404. */
export async function givenGiftPage(args: LoaderFunctionArgs) {
  return { gift: (await findOwn(args)).gift };
}

/** Sends the gift's link again. */
export async function givenGiftAction(args: LoaderFunctionArgs) {
  const { member, gift } = await findOwn(args);
  return formReply(args, "The link could not be sent", async ({ values }) => {
    const { recipientEmail } = parseOrThrow(giftLinkSchema, values);
    if (recipientEmail === member.email) throw fieldError(422, "recipientEmail", OWN_ADDRESS);
    if (gift.state !== "waiting") throw new AppError(409, NOT_WAITING);
    await consumeLimit({ "gift-link": gift.id });
    const sent = await em().transactional((manager) =>
      renewLink(manager, member.id, gift.id, recipientEmail),
    );
    if (!sent) throw new AppError(409, NOT_WAITING);
    const text = `A new link is on its way to ${recipientEmail}. The old link no longer works.`;
    return redirectWithToast(`/dashboard/gifts/${gift.id}`, { tone: "good", text });
  });
}

const NOT_WAITING = "Nothing was sent: this gift is not waiting to be claimed.";
