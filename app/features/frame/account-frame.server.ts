import { config } from "~/http/config.server";
import type { Asking } from "~/http/context.server";
import { requireMember } from "~/http/viewer.server";
import { frameMember } from "./frame-member.server";

/** What the frame around a member's own pages shows beside the bell: who is signed in, the way to help. */
export async function accountFrame(asking: Asking) {
  const viewer = await requireMember(asking);
  return {
    member: frameMember(viewer),
    supportPhone: config().supportPhone,
    year: new Date().getUTCFullYear(),
  };
}
