import { cookieHeader, readCookie } from "./cookies.server";

const NAME = "openbell_done";

/** Long enough to read the page and come back to it. */
const SECONDS = 600;

/** Steps that a page can confirm. */
export type CompletedStep =
  | "registration"
  | "registration to go on"
  | "reset-request"
  | "reset"
  | "newsletter-request";

/**
 * Allows this browser's next pages to confirm the step. The address alone is no proof, because anybody can
 * type it.
 */
export const completedStepCookie = (step: CompletedStep): string => cookieHeader(NAME, step, SECONDS);

/** Whether this is the last step that this browser completed. */
export const hasCompleted = (request: Request, step: CompletedStep): boolean =>
  readCookie(request.headers.get("Cookie"), NAME) === step;
