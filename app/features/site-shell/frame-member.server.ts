import { viewerInitials } from "~/features/auth/placeholder-viewer.server";
import type { Viewer } from "~/features/auth/viewer.server";
import { readsAnything } from "~/features/entitlements/access.server";
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
    pays: readsAnything(viewer),
  };
}
