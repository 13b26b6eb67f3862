import { VISITOR, viewerOf } from "~/auth/viewer.server";
import type { NavEntry } from "~/ui/navigation";
import type { RequestArgs } from "~/web/request-args.server";
import type { MemberBellData } from "./member-bell.rules";
import { bellItems } from "./notifications.queries.server";
import { bellOf } from "./own-parts.server";

/** @property bell of a member, instead of the visitors' notifications */
type AuthLayoutData = { notifications: NavEntry[]; bell?: MemberBellData };

/** The data of the bare layout: the bell's items, or none if they cannot be loaded. */
export async function authLayout(args: RequestArgs): Promise<AuthLayoutData> {
  const viewer = await viewerOf(args).catch(() => VISITOR);
  if (viewer.kind === "member") return { notifications: [], bell: await bellOf(args, viewer) };
  return { notifications: await bellItems(args) };
}
