import { em } from "db/orm.server";
import { rows } from "db/rows.server";
import { welcomeLetter } from "~/features/mail/letters";
import { queueMail } from "~/features/mail/queue.server";
import { config } from "~/http/config.server";
import type { Asking } from "~/http/context.server";
import { Refused, spend, understood } from "~/http/refusal.server";
import { consumeToken, stateOfToken } from "~/http/single-use.server";
import { addressOnly } from "./account.rules";
import { askForLetter } from "./letters.server";

/** The texts of sections 5 and 8 of the specification. */
export const VERIFYING = { done: "Email verified successfully!", failed: "Verification failed" } as const;
export const RESENDING = {
  done: "Verification email sent!",
  failed: "Failed to resend verification email",
} as const;
const MISSING_TOKEN = "Invalid or missing verification token";
const MISSING_EMAIL = "Missing email address in request";

const WHY_NOT = {
  void: "A newer link was sent. Please use the one in the latest email.",
  expired: "This link has expired. Sign in to have a new one sent.",
} as const;

/** These GETs do something, as documented; a HEAD only looks (RFC 9110, section 9.2.1). */
const onlyLooks = ({ request }: Asking) => request.method === "HEAD";

/**
 * Verifies the address a link was sent to. Opening the link again, or three times by a mail scanner, ends the same.
 * Nobody is signed in by it, and an account that staff made inactive stays so.
 * @throws Refused 400
 */
export async function verifyEmail(asking: Asking, token: string | undefined): Promise<void> {
  const found = token ? await stateOfToken("verify-email", token) : undefined;
  if (!token || !found) throw new Refused(400, MISSING_TOKEN);
  if (found.state === "used") return;
  if (found.state !== "good") throw new Refused(400, WHY_NOT[found.state]);
  if (onlyLooks(asking)) return;
  await em().transactional(async (manager) => {
    const memberId = await consumeToken(manager, "verify-email", token);
    if (!memberId) return;
    const [member] = await rows<{ email: string; firstname: string }>(
      `update members set email_verified_at = now(), status = 'active'
        where id = ? and status = 'pending' returning email, firstname`,
      [memberId],
      manager,
    );
    if (!member) return;
    const letter = welcomeLetter(config().siteName, member.firstname);
    await queueMail(manager, { to: member.email, letter, cause: `welcome:${memberId}` });
  });
}

/** Sends the verification mail again, should the address need one. @throws Refused 400, 422, 429 */
export async function resendVerification(asking: Asking): Promise<void> {
  const email = new URL(asking.request.url).searchParams.get("email");
  if (!email?.trim()) throw new Refused(400, MISSING_EMAIL);
  const values = understood(addressOnly, { email });
  if (onlyLooks(asking)) return;
  await spend({ "resend-network": asking.context.ip, "resend-address": values.email });
  await askForLetter({ about: "verification", email: values.email });
}
