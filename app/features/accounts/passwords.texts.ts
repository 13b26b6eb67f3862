/** The texts of section 8 of the specification, and the errors for invalid links. */
export const RESET_SENT = "Password reset email sent!";
export const RESET_NOT_SENT = "Something went wrong";
export const RESET_DONE = "Password reset successful!";
export const RESET_FAILED = "Failed to reset password";
export const LINK_INVALID = "This link has expired or was already used. Please request a new one.";

/** The texts shown to members who change their address. */
export const ADDRESS_TEXTS = {
  sent: "We have sent a link to the new address. Open it there to confirm the change.",
  same: "This is already your email",
  notYours: "This link belongs to another account. Sign in to that account first.",
  failed: "Failed to change the email",
} as const;
