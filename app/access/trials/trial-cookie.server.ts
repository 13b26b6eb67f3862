import { cookieHeader, readCookie } from "~/web/cookies.server";

const TRYING = "openbell_trial";

/** Long enough to register and to open the verification email. */
const TRYING_SECONDS = 2 * 86_400;

/** The page where trials start. */
const PLANS = "/subscription";

/** Remembers that a visitor wants a trial, while they register or sign in. */
export const trialCookie = (): string => cookieHeader(TRYING, "1", TRYING_SECONDS);

/** Deletes the cookie after the visitor is back; undefined without one. */
export const clearTrialCookie = (request: Request): string | undefined =>
  wantsTrial(request) ? cookieHeader(TRYING, "", 0) : undefined;

/** Where to continue after sign-in when the visitor wanted a trial. */
export const pendingTrialPath = (request: Request): string | undefined =>
  wantsTrial(request) ? PLANS : undefined;

const wantsTrial = (request: Request) => readCookie(request.headers.get("Cookie"), TRYING) === "1";
