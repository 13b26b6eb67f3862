import { can } from "~/auth/permissions.server";
import { NARROWED, refusalSentence, type StaffViewer } from "~/auth/viewer.server";
import type { Screen } from "~/features/registry.server";

/**
 * Why a person cannot open a screen: their role, in the specification's words, or a narrowing; undefined if they can. Screens check access
 * themselves.
 */
export const accessDeniedReason = ({ readers }: Screen, viewer: StaffViewer): string | undefined => {
  if (can(viewer, readers.permission)) return undefined;
  return readers.includes(viewer.role) ? NARROWED : refusalSentence(readers);
};
