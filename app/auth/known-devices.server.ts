import { createHash, randomBytes } from "node:crypto";
import { type EntityManager, em } from "db/orm.server";
import { bool, sql, text, timestamp, uuid } from "db/sql";
import { command, forEachOf, statement } from "db/statement.server";
import { sweep } from "db/sweep.server";
import { cookieHeader, readCookie } from "~/web/cookies.server";
import { networkPrefix } from "~/web/rate-limits.server";
import type { RequestArgs } from "~/web/request-args.server";
import { deviceName } from "./device-name";
import type { SessionKind } from "./viewer-types.server";

const NAME = "openbell_device";
const DAYS = 400;

/** The path of the link that signs in the browser that registered. */
const LINK_PATH = "/verify-email";

/**
 * The cookie's paths: sign-in, registration (which detects the referrer's browser) and the verification link
 * (which signs in). No other page gets it, because caches in front of the site could not answer pages with
 * it.
 */
const PATHS: Record<SessionKind, readonly string[]> = {
  member: ["/login", "/register", LINK_PATH],
  staff: ["/admin/login"],
};

/** A device that a person has not signed in with before, though they used others. */
export type NewDevice = { name: string; ip: string; at: Date };

const KINDS = ["member", "staff"] as const;
const OWNER = { member: sql`member_id`, staff: sql`staff_id` };

const NOTED = { isNew: bool.from`noted.added and others.known`, at: timestamp.from`now()` };
const NOTE = forEachOf(
  KINDS,
  (kind) => statement(`known-devices.note-${kind}`, NOTED)`
  with others as (select exists (select 1 from known_devices where ${OWNER[kind]} = ${uuid("ownerId")}) as known),
       noted as (insert into known_devices (${OWNER[kind]}, device_hash, is_browser)
                 values (${uuid("ownerId")}, ${text("hash")}, ${bool("isBrowser")})
                 on conflict (${OWNER[kind]}, device_hash)
                   do update set last_seen_at = now(), is_browser = excluded.is_browser
                 returning xmax = 0 as added)
  select ${NOTED} from noted, others`,
);

/**
 * Stores the device of a sign-in. A browser is identified by a secret cookie, a program by its name and
 * network; an IP address alone identifies nobody. A person's first device is not reported.
 * @param tell runs for a new device, in the same transaction
 * @returns the cookie headers for a browser
 */
export async function saveDevice(
  { request, context }: RequestArgs,
  kind: SessionKind,
  ownerId: string,
  via: "cookie" | "bearer",
  tell: (manager: EntityManager, device: NewDevice) => Promise<void>,
): Promise<string[]> {
  const userAgent = request.headers.get("User-Agent");
  const program = `program ${networkPrefix(context.ip)} ${userAgent ?? ""}`;
  const secret =
    via === "cookie" ? (readSecret(request) ?? randomBytes(32).toString("base64url")) : undefined;
  const hash = hashText(secret ?? program);
  await em().transactional(async (manager) => {
    const noted = await NOTE[kind].first({ ownerId, hash, isBrowser: secret !== undefined }, manager);
    if (noted?.isNew) await tell(manager, { name: deviceName(userAgent), ip: context.ip, at: noted.at });
  });
  if (secret === undefined) return [];
  return PATHS[kind].map((path) => cookieHeader(NAME, secret, DAYS * 86_400, path));
}

const hashText = (text: string) => createHash("sha256").update(text).digest("hex");

/** The hash of this browser's secret, if the cookie was sent; see `PATHS`. */
export function readDeviceHash(request: Request): string | undefined {
  const secret = readSecret(request);
  return secret === undefined ? undefined : hashText(secret);
}

function readSecret(request: Request): string | undefined {
  const secret = readCookie(request.headers.get("Cookie"), NAME);
  return secret && /^[\w-]{43}$/.test(secret) ? secret : undefined;
}

/**
 * Copies this browser's secret to the path of the verification link. Without it the link would create a new
 * secret, and the browser would look like one without a trial. Undefined when there is no secret.
 */
export function deviceCookieForLink(request: Request): string | undefined {
  const secret = readSecret(request);
  return secret && cookieHeader(NAME, secret, DAYS * 86_400, LINK_PATH);
}

const FORGET = command(
  "known-devices.forget",
)`delete from known_devices where member_id = ${uuid("memberId")}`;

/** Deletes the devices of a member whose account is deleted. */
export const deleteDevices = (manager: EntityManager, memberId: string): Promise<void> =>
  FORGET.run({ memberId }, manager);

/** Deletes a batch of devices that were not used for 400 days. @returns the number of deleted rows */
export const sweepKnownDevices = sweep(
  "known-devices.sweep",
  "known_devices",
  "last_seen_at < now() - interval '400 days'",
);
