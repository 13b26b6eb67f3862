import { z } from "zod";

const filled = z
  .string("Please fill in all fields")
  .trim()
  .min(1, "Please fill in all fields")
  .max(254, "Please fill in all fields")
  .refine((text) => !text.includes("\0") && text.isWellFormed(), "Please fill in all fields");

/** What `/admin/login` and `POST /api/auth/admin/login` take; specification, section 5. */
export const staffSignIn = z.object({
  email: filled,
  password: z.string("Please fill in all fields").min(1, "Please fill in all fields"),
});

export type StaffSignIn = z.output<typeof staffSignIn>;
