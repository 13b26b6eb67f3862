/** The page that asks for a link, and the path of the browser's cookie. */
export const SIGN_IN_LINK_PATH = "/login/link";
export const SIGN_IN_CODE_PATH = "/login/link/code";

export const SIGN_IN_LINK_TEXTS = {
  failed: "Something went wrong",
  useless: "This link has expired or was already used. Please request a new one.",
  otherBrowser:
    "This link works only in the browser where it was requested. Enter the code from the email there.",
  notAsked: "No link was requested in this browser. Please request one here first.",
  wrongCode: "This code is wrong, has expired or was already used.",
} as const;
