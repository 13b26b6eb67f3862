/** The page that asks for a link, and the path of the browser's cookie. */
export const SIGN_IN_LINK_PATH = "/login/link";
export const SIGN_IN_CODE_PATH = "/login/link/code";

export const SIGN_IN_LINK_TEXTS = {
  failed: "Something went wrong",
  useless: "This link has expired or was already used. Please request a new one.",
  otherBrowser: "This link signs in the browser that asked for it. Type the code from the email there.",
  notAsked: "This browser did not ask for a link. Please request one here first.",
  wrongCode: "This code is wrong, has expired or was already used.",
} as const;
