import { pendingTrialPath } from "~/access/trials/trial-cookie.server";
import { browserIntent, type RegistrationIntent } from "~/auth/intents/intents.server";
import { waitingGiftPath } from "~/features/billing/gifts/gift-cookies.server";
import { safePath } from "~/web/safe-path";

/** Pages at the door lead on themselves: who is led there would be led in a circle. */
const isDoor = (path: string) => /^\/(?:log(?:in|out)|register|verify-email)(?:[/?#]|$)/i.test(path);

const isPlans = (path: string) => /^\/subscription(?:[?#]|$)/.test(path);

/**
 * What somebody who registers is about to do: the page they were kept from, the plan they had selected, a gift to claim, a trial. Of
 * the plans as a page and a plan that was selected there, the latter says more.
 */
export async function registrationIntent(request: Request): Promise<RegistrationIntent | undefined> {
  const asked = safePath(new URL(request.url).searchParams.get("next"));
  const next = asked !== undefined && isDoor(asked) ? undefined : asked;
  if (next && !isPlans(next)) return pageIntent(next);
  const chosen = await browserIntent(request);
  if (chosen) return { id: chosen.id };
  const path = next ?? waitingGiftPath(request) ?? pendingTrialPath(request);
  return path === undefined ? undefined : pageIntent(path);
}

const pageIntent = (path: string): RegistrationIntent => ({ intent: { kind: "page", path } });
