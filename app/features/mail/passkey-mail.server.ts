import { randomUUID } from "node:crypto";
import type { EntityManager } from "db/orm.server";
import { config } from "~/platform/config.server";
import { databaseNow } from "~/platform/database-clock.server";
import { passkeyMail } from "./mail-templates";
import { queueMail } from "./queue.server";

/** The pages where people see their passkeys. */
const PASSKEYS = { member: "/dashboard/passkeys", staff: "/admin/profile-settings/passkeys" };

/** Emails a person that a passkey was added or removed, in its transaction. */
export async function mailPasskey(
  manager: EntityManager,
  kind: keyof typeof PASSKEYS,
  to: string,
  { name, change }: { name: string; change: "added" | "removed" },
): Promise<void> {
  const { siteName, siteTz } = config();
  const facts = { name, change, at: await databaseNow(manager), path: PASSKEYS[kind] };
  await queueMail(manager, {
    to,
    content: passkeyMail(siteName, facts, siteTz),
    dedupeKey: `passkey:${randomUUID()}`,
  });
}
