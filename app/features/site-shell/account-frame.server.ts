import { requireMember } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import type { RequestArgs } from "~/web/request-args.server";
import { frameMember } from "./frame-member.server";

/** The frame of the account pages: the bell, the signed-in member and the help line. */
export async function accountFrame(args: RequestArgs) {
  const viewer = await requireMember(args);
  return {
    member: frameMember(viewer),
    supportPhone: config().supportPhone,
    year: new Date().getUTCFullYear(),
  };
}
