import { requireMember } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import type { RequestArgs } from "~/web/request-args.server";
import { frameMember } from "./frame-member.server";

/** What the frame around a member's own pages shows beside the bell: who is signed in, the way to help. */
export async function accountFrame(args: RequestArgs) {
  const viewer = await requireMember(args);
  return {
    member: frameMember(viewer),
    supportPhone: config().supportPhone,
    year: new Date().getUTCFullYear(),
  };
}
