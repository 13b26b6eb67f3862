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

/** Where a link signs in the browser that registered. */
const LINK_PATH = "/verify-email";

/**
 * Where the cookie goes: to the sign-in, to the registration, which asks whether it is the browser of who invited, and to the link that
 * signs in who registered. Nowhere else, or caches in front of the site could not answer any more.
 */
const PATHS: Record<SessionKind, readonly string[]> = {
  member: ["/login", "/register", LINK_PATH],
  staff: ["/admin/login"],
};

/** A device that somebody never signed in with before, though they did with others. */
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
 * Notes what somebody signed in with. A browser is known by a secret that it keeps, a program by its name and its network,
 * as it keeps nothing; nobody by their address alone. The first of all is nobody's news.
 * @param tell about one that is new, in the same transaction
 * @returns the headers that a browser keeps its secret by
 */
export async function noteDevice(
  { request, context }: RequestArgs,
  kind: SessionKind,
  ownerId: string,
  via: "cookie" | "bearer",
  tell: (manager: EntityManager, device: NewDevice) => Promise<void>,
): Promise<string[]> {
  const userAgent = request.headers.get("User-Agent");
  const program = `program ${networkPrefix(context.ip)} ${userAgent ?? ""}`;
  const secret = via === "cookie" ? (secretOf(request) ?? randomBytes(32).toString("base64url")) : undefined;
  const hash = hashOf(secret ?? program);
  await em().transactional(async (manager) => {
    const noted = await NOTE[kind].first({ ownerId, hash, isBrowser: secret !== undefined }, manager);
    if (noted?.isNew) await tell(manager, { name: deviceName(userAgent), ip: context.ip, at: noted.at });
  });
  if (secret === undefined) return [];
  return PATHS[kind].map((path) => cookieHeader(NAME, secret, DAYS * 86_400, path));
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** The hash of a browser in which somebody signed in before, where its cookie came along; see `PATHS`. */
export function deviceHashOf(request: Request): string | undefined {
  const secret = secretOf(request);
  return secret === undefined ? undefined : hashOf(secret);
}

function secretOf(request: Request): string | undefined {
  const secret = readCookie(request.headers.get("Cookie"), NAME);
  return secret && /^[\w-]{43}$/.test(secret) ? secret : undefined;
}

/**
 * Takes a browser's secret along to the link that signs in who registers now. Without it an older browser would get another one there,
 * and be taken for a device in which nobody had a trial yet. Undefined where it has none.
 */
export function deviceCookieForLink(request: Request): string | undefined {
  const secret = secretOf(request);
  return secret && cookieHeader(NAME, secret, DAYS * 86_400, LINK_PATH);
}

const FORGET = command(
  "known-devices.forget",
)`delete from known_devices where member_id = ${uuid("memberId")}`;

/** Forgets the devices of a member whose account is deleted. */
export const forgetDevices = (manager: EntityManager, memberId: string): Promise<void> =>
  FORGET.run({ memberId }, manager);

/** Throws away devices that nobody came with for so long, a part of them. @returns how many */
export const sweepKnownDevices = sweep(
  "known-devices.sweep",
  "known_devices",
  "last_seen_at < now() - interval '400 days'",
);
