import { randomUUID } from "node:crypto";
import type { EntityManager } from "db/orm.server";
import type { NewDevice } from "~/auth/known-devices.server";
import { config } from "~/platform/config.server";
import { newDeviceMail } from "./mail-templates";
import { queueMail } from "./queue.server";

/** The pages where people check their sign-ins. */
const DEVICES = { member: "/dashboard/devices", staff: "/admin/profile-settings/devices" };

/** Emails a person that a new device signed in to their account. */
export const mailNewDevice =
  (kind: keyof typeof DEVICES) =>
  async (manager: EntityManager, { email }: { email: string }, device: NewDevice): Promise<void> => {
    const { siteName, publicUrl, siteTz } = config();
    const reset =
      kind === "member"
        ? `set a new password at ${publicUrl}/forget-password: this signs out all devices.`
        : "change your password, which signs out your other devices, and tell the superadmin.";
    const content = newDeviceMail(siteName, { ...device, devices: DEVICES[kind], reset }, siteTz);
    await queueMail(manager, { to: email, content, dedupeKey: `new-device:${randomUUID()}` });
  };
