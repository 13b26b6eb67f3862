import { pendingTrialPath } from "~/access/trials/trial-cookie.server";
import { browserIntent, type RegistrationIntent } from "~/auth/intents/intents.server";
import { waitingGiftPath } from "~/features/billing/gifts/gift-cookies.server";
import { safePath } from "~/web/safe-path";

/** Sign-in pages redirect on their own: returning to one would cause a redirect loop. */
const isSignInPage = (path: string) => /^\/(?:log(?:in|out)|register|verify-email)(?:[/?#]|$)/i.test(path);

const isPlans = (path: string) => /^\/subscription(?:[?#]|$)/.test(path);

/**
 * What a registering visitor wants next: the page they came from, the plan they selected, a gift to claim, or
 * a trial. If the page is the plans and a plan was selected there, the plan takes precedence.
 */
export async function registrationIntent(request: Request): Promise<RegistrationIntent | undefined> {
  const requestedPath = safePath(new URL(request.url).searchParams.get("next"));
  const next = requestedPath !== undefined && isSignInPage(requestedPath) ? undefined : requestedPath;
  if (next && !isPlans(next)) return pageIntent(next);
  const chosen = await browserIntent(request);
  if (chosen) return { id: chosen.id };
  const path = next ?? waitingGiftPath(request) ?? pendingTrialPath(request);
  return path === undefined ? undefined : pageIntent(path);
}

const pageIntent = (path: string): RegistrationIntent => ({ intent: { kind: "page", path } });
