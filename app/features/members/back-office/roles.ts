import type { StaffRole } from "~/http/viewer.server";

/** Who manages members; specification, section 6. */
export const DESK: readonly StaffRole[] = ["superadmin", "admin"];

/** Who may see amounts, and have an account deleted. */
export const OWNER: readonly StaffRole[] = ["superadmin"];
