import { memberById } from "~/features/members/member.queries.server";
import { notifications } from "~/features/notifications/notifications.queries.server";
import { config } from "~/http/config.server";
import type { Asking } from "~/http/context.server";
import { initialsOf } from "~/http/page-cache.server";
import { readOr } from "~/http/parts.server";
import { pictureAttributes } from "~/http/picture";
import { requireMember } from "~/http/viewer.server";

/** What the frame around a member's own pages shows: who is signed in, the bell, the way to help. */
export async function accountFrame(asking: Asking) {
  const viewer = await requireMember(asking);
  const [account, bell] = await Promise.all([
    memberById(viewer.id),
    readOr(asking, "notifications not read", notifications(), []),
  ]);
  return {
    member: {
      name: `${viewer.firstname} ${viewer.lastname}`,
      email: viewer.email,
      initials: initialsOf(viewer),
      picture: account?.image ? pictureAttributes(account.image).src : undefined,
    },
    notifications: bell,
    supportPhone: config().supportPhone,
    deletionRequestedAt: account?.deletionRequestedAt ?? undefined,
    year: new Date().getUTCFullYear(),
  };
}
