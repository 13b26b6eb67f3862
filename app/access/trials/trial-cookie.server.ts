import { cookieHeader, readCookie } from "~/web/cookies.server";

const TRYING = "openbell_trial";

/** Long enough to register and to find the mail with which an address is verified. */
const TRYING_SECONDS = 2 * 86_400;

/** The page on which trials begin. */
const PLANS = "/subscription";

/** Remembers that somebody was about to begin a trial, while they register or sign in. */
export const tryingCookie = (): string => cookieHeader(TRYING, "1", TRYING_SECONDS);

/** Takes it away once they are back; undefined where there is nothing to take. */
export const clearTryingCookie = (request: Request): string | undefined =>
  isTrying(request) ? cookieHeader(TRYING, "", 0) : undefined;

/** Where somebody is led after signing in who was about to begin a trial before. */
export const waitingTrialPath = (request: Request): string | undefined =>
  isTrying(request) ? PLANS : undefined;

const isTrying = (request: Request) => readCookie(request.headers.get("Cookie"), TRYING) === "1";
