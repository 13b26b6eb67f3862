import { bool, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { readDeviceHash } from "~/auth/known-devices.server";
import { viewerOf } from "~/auth/viewer.server";
import type { RequestArgs } from "~/web/request-args.server";
import { readReferralCode } from "./referral-cookie.server";

/**
 * A referral link that a visitor followed: its code, and whether its owner is or was signed in in this
 * browser.
 */
export type FollowedLink = { code: string; referrersBrowser: boolean };

const OWN = { own: bool.from`true` };
const OWN_BROWSER = statement("referrals.own-browser", OWN)`
  select ${OWN} from members r
   where r.referral_code = ${text("code")}
     and (r.id = ${uuid.orNull("memberId")}::uuid
          or exists (select 1 from known_devices d where d.member_id = r.id and d.device_hash = ${text.orNull("deviceHash")}::text))`;

/** The referral link that this browser remembers; undefined without one. @throws 401 as `viewerOf` */
export async function followedLink(args: RequestArgs): Promise<FollowedLink | undefined> {
  const { request } = args;
  const code = readReferralCode(request.headers.get("Cookie"));
  if (code === undefined) return undefined;
  const viewer = await viewerOf(args);
  const memberId = viewer.kind === "member" ? viewer.id : null;
  const deviceHash = readDeviceHash(request) ?? null;
  const isKnown = memberId !== null || deviceHash !== null;
  const own = isKnown
    ? await OWN_BROWSER.first({ code: code.toUpperCase(), memberId, deviceHash })
    : undefined;
  return { code, referrersBrowser: own !== undefined };
}
