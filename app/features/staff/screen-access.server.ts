import { refusalSentence, type StaffRole } from "~/auth/viewer.server";
import type { Screen } from "~/features/registry.server";

/**
 * Why a role cannot open a screen, in the specification's words; undefined if it can. Screens check access
 * themselves.
 */
export const accessDeniedReason = ({ readers }: Screen, role: StaffRole): string | undefined =>
  readers.includes(role) ? undefined : refusalSentence(readers);
