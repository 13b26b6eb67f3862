import { canReadPaidContent } from "~/access/access.server";
import { viewerInitials } from "~/auth/placeholder-viewer.server";
import type { Viewer } from "~/auth/viewer.server";
import type { Member } from "./top-bar";

/** Who is signed in, as the top bar shows it; undefined for anyone but a member. */
export function frameMember(viewer: Viewer): Member | undefined {
  if (viewer.kind !== "member") return undefined;
  const { firstname, lastname, email, picture } = viewer;
  return {
    name: `${firstname} ${lastname}`,
    email,
    picture,
    initials: viewerInitials(viewer),
    pays: canReadPaidContent(viewer),
  };
}
