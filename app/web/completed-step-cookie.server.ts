import { cookieHeader, readCookie } from "./cookies.server";

const NAME = "openbell_done";

/** Long enough to read the page, and to come back to it. */
const SECONDS = 600;

/** What a page may say was done. */
export type CompletedStep = "registration" | "registration to go on" | "reset-request" | "reset";

/** Lets this browser's next pages say that it was done: an address alone proves nothing, anybody can type it. */
export const completedStepCookie = (step: CompletedStep): string => cookieHeader(NAME, step, SECONDS);

/** Whether it is what this browser did last. */
export const hasCompleted = (request: Request, step: CompletedStep): boolean =>
  readCookie(request.headers.get("Cookie"), NAME) === step;
