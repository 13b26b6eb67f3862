/**
 * A form field that the password check sends along. It marks a continued submission, in contrast to a form
 * that was filled in again at the same address.
 */
export const CONTINUED_FIELD = "goesOn";
