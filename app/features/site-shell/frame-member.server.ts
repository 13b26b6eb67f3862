import { canReadPaidContent } from "~/access/access.server";
import { viewerInitials } from "~/auth/placeholder-viewer.server";
import type { Viewer } from "~/auth/viewer.server";
import type { Member } from "./top-bar";

/** The signed-in member for the top bar; undefined for all other viewers. */
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
