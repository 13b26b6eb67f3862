/** Told instead of the specification's text where an address was registered more than once before it was proved. */
export const NO_PASSWORD_KEPT = "Your email is verified, but no password was kept";
export const WHY_NO_PASSWORD =
  "This address was registered more than once, and we cannot tell which of the passwords is yours.";
