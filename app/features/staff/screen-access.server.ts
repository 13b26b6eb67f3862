import { refusalSentence, type StaffRole } from "~/auth/viewer.server";
import type { Screen } from "~/features/registry.server";

/** Why a screen is not open to a role, in the specification's words; undefined where it is. Guards are the screens' own. */
export const accessDeniedReason = ({ readers }: Screen, role: StaffRole): string | undefined =>
  readers.includes(role) ? undefined : refusalSentence(readers);
