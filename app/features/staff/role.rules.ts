import * as z from "zod/mini";

/** Roles that can be given; the superadmin's is not among them. Specification, section 9. */
export const ASSIGNABLE_ROLES = ["admin", "editor"] as const;

const INVALID_ROLE = "Role must be admin or editor";

/** An assignable role. */
export const roleSchema = z.pipe(
  z.string(INVALID_ROLE).check(z.trim(), z.toLowerCase()),
  z.enum(ASSIGNABLE_ROLES, INVALID_ROLE),
);
