import { z } from "zod";

/** A simple address pattern, as the specification asks (section 5): something, an at sign, a name with a dot. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const emailRule = z
  .string("Email is required")
  .trim()
  .min(1, "Email is required")
  .max(254, "Please enter a valid email")
  .regex(ADDRESS, "Please enter a valid email")
  .refine((text) => !text.includes("\0") && text.isWellFormed(), "Please enter a valid email");

/** What `/login` and `POST /api/auth/user/login` take. A password's own rules are for choosing one. */
export const memberSignIn = z.object({
  email: emailRule,
  password: z.string("Password is required").min(1, "Password is required"),
});

export type MemberSignIn = z.output<typeof memberSignIn>;
