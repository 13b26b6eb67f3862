import { PUSH_KINDS, type PushKind } from "db/entities/push";
import { em } from "db/orm.server";
import { array, int, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import webPush from "web-push";
import { deviceName } from "~/auth/device-name";
import type { MemberViewer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import {
  checkedLookup,
  FetchError,
  type GuardOptions,
  withinTime,
} from "~/platform/outgoing/guarded-request.server";
import { AppError } from "~/web/app-error.server";
import { MOST_DEVICES, pushEndpoint } from "./push.rules";
import { pushKindParam } from "./push-devices.queries.server";

/** What a browser reports of its subscription. Anybody can send anything. */
export type Subscription = { endpoint: string; p256dh: string; auth: string };

const UNUSABLE = "We cannot send notifications to this browser. Please try another one.";

/** Milliseconds. */
const LOOKUP_MS = 3_000;

/** Bytes of the secret that a browser shares (RFC 8291). */
const AUTH_BYTES = 16;

/**
 * Checks what a browser reports. That its keys work shows when something is encrypted for them.
 * @throws AppError 422, or 503 if its push service cannot be found now
 */
export async function readSubscription(
  { endpoint, p256dh, auth }: Record<string, unknown>,
  guard: GuardOptions = { privateNetworks: false },
): Promise<Subscription> {
  const url = pushEndpoint(endpoint);
  if (!url || typeof p256dh !== "string" || typeof auth !== "string") throw new AppError(422, UNUSABLE);
  const [key, secret] = [p256dh, auth].map((typed) => Buffer.from(typed, "base64url"));
  if (!key || secret?.length !== AUTH_BYTES) throw new AppError(422, UNUSABLE);
  // Without characters that decoding ignores.
  const keys = { p256dh: key.toString("base64url"), auth: secret.toString("base64url") };
  try {
    webPush.encrypt(keys.p256dh, keys.auth, "test", "aes128gcm");
  } catch {
    throw new AppError(422, UNUSABLE);
  }
  await checkHost(url, guard);
  return { endpoint: url.href, ...keys };
}

/** Checked again before each push. A server that sends nothing, as in the demo, may have no network. */
async function checkHost(url: URL, guard: GuardOptions): Promise<void> {
  await withinTime(LOOKUP_MS, () => checkedLookup(url, guard)).catch((error: unknown) => {
    if (error instanceof FetchError && error.kind === "denied") throw new AppError(422, UNUSABLE);
    if (config().smtpUrl)
      throw new AppError(503, "We can’t reach your browser’s push service right now. Please try again.");
  });
}

const ID = { id: uuid };
const HOLD_MEMBER = statement("push.hold-member", ID)`
  select id from members where id = ${uuid("memberId")} for no key update`;
const REPLACE = command("push.replace-device")`
  delete from push_devices
   where member_id = ${uuid("memberId")} and (endpoint = ${text("endpoint")} or session_id = ${uuid("sessionId")})`;
const COUNT = statement("push.count-devices", { count: int })`
  select count(*)::int as count from push_devices where member_id = ${uuid("memberId")}`;
const ADD = statement("push.add-device", ID)`
  insert into push_devices (member_id, session_id, name, endpoint, p256dh, auth)
  values (${uuid("memberId")}, ${uuid("sessionId")}, ${text("name")}, ${text("endpoint")}, ${text("p256dh")}, ${text("auth")})
  on conflict (endpoint) do nothing returning id`;

/**
 * Turns notifications on in the browser of this session. One that it had before is replaced.
 * @throws AppError 409 if another account has this browser's address: the browser can ask for a new one, so nobody
 * can take away a device by knowing its address. 422 with too many devices
 */
export async function addDevice(
  { id: memberId, sessionId }: MemberViewer,
  subscription: Subscription,
  userAgent: string | null,
): Promise<void> {
  await em().transactional(async (manager) => {
    await HOLD_MEMBER.first({ memberId }, manager);
    const { endpoint } = subscription;
    await REPLACE.run({ memberId, sessionId, endpoint }, manager);
    const { count } = (await COUNT.first({ memberId }, manager)) ?? { count: 0 };
    if (count >= MOST_DEVICES)
      throw new AppError(422, `You have notifications on ${MOST_DEVICES} devices. Remove one of them first.`);
    const device = { memberId, sessionId, name: deviceName(userAgent) || "Unknown device", ...subscription };
    if (!(await ADD.first(device, manager)))
      throw new AppError(409, "This browser receives notifications for another account. Please try again.");
  });
}

const REMOVE = statement("push.remove-device", ID)`
  delete from push_devices where id = ${uuid("id")} and member_id = ${uuid("memberId")} returning id`;

/** @returns false if the member has no such device */
export const removeDevice = async ({ id: memberId }: MemberViewer, id: string): Promise<boolean> =>
  (await REMOVE.first({ memberId, id })) !== undefined;

const UNMUTE = command("push.unmute")`
  delete from muted_pushes
   where member_id = ${uuid("memberId")} and kind <> all(${array(pushKindParam)("kinds")}::text[])`;
const MUTE = command("push.mute")`
  insert into muted_pushes (member_id, kind)
  select m.id, kind from members m, unnest(${array(pushKindParam)("kinds")}::text[]) as kind
   where m.id = ${uuid("memberId")} on conflict (member_id, kind) do nothing`;

/** Chooses what all devices of a member get. */
export async function choosePushes(
  { id: memberId }: MemberViewer,
  wanted: ReadonlySet<string>,
): Promise<void> {
  const kinds: PushKind[] = PUSH_KINDS.filter((kind) => !wanted.has(kind));
  await em().transactional(async (manager) => {
    await UNMUTE.run({ memberId, kinds }, manager);
    await MUTE.run({ memberId, kinds }, manager);
  });
}
