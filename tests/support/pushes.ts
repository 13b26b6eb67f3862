import { createECDH, randomBytes, randomUUID } from "node:crypto";
import type { PushAnswer, PushTransport } from "~/features/newsletters/push/push-transport.server";
import { sendPushes } from "~/features/newsletters/push/send-pushes.server";
import { database } from "./running-app";

/** What a browser would report: its address at a push service, and keys that work. */
export function browserSubscription(endpoint = `https://93.184.215.14/${randomUUID()}`) {
  const ecdh = createECDH("prime256v1");
  const p256dh = ecdh.generateKeys("base64url");
  const auth = randomBytes(16).toString("base64url");
  return { endpoint, p256dh, auth, privateKey: ecdh };
}

/** A member's device. @returns its id */
export async function insertDevice(memberId: string, more: Record<string, unknown> = {}): Promise<string> {
  const { endpoint, p256dh, auth } = browserSubscription();
  const row = { member_id: memberId, name: "Firefox on Windows", endpoint, p256dh, auth, ...more };
  const names = Object.keys(row);
  const [made] = await database.rows<{ id: string }>(
    `insert into push_devices (${names.join(", ")}) values (${names.map(() => "?").join(", ")}) returning id`,
    Object.values(row) as string[],
  );
  return made?.id ?? "";
}

type Handed = { device: string; email: string; payload: Record<string, string>; kind: string };

/** Keeps what it is given. @param answer what becomes of a push, `sent` for all by default */
export function keepingPushTransport(
  answer: (handed: Handed) => PushAnswer | Promise<PushAnswer> = () => ({ outcome: "sent" }),
): PushTransport & { pushes: Handed[] } {
  const pushes: Handed[] = [];
  return {
    connections: 3,
    pushes,
    async send({ id, email }, { payload, kind }) {
      const handed = { device: id, email, payload: JSON.parse(payload) as Handed["payload"], kind };
      pushes.push(handed);
      return answer(handed);
    },
    close() {},
  };
}

/** Sends all pushes that are due. @returns what was handed over */
export async function sendAllPushes(transport = keepingPushTransport()): Promise<Handed[]> {
  await sendPushes(() => transport);
  return transport.pushes;
}
