/**
 * Sent along by the page that asks for the password once more, so that what goes on from there is told from a form that was
 * filled in anew at the same address.
 */
export const GOES_ON = "goesOn";
