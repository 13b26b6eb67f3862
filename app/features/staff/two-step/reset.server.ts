import type { EntityManager } from "db/orm.server";
import { signOutEverywhere } from "~/auth/devices.server";
import { deletePasskeys, passkeysOf } from "~/auth/passkeys/passkeys.server";
import { disableTwoStep } from "./two-step.server";

/**
 * Ends somebody's two-step sign-in, passkeys and sessions: only the password is left.
 * @returns false if two-step sign-in was off and there were no passkeys
 */
export async function resetToPassword(manager: EntityManager, id: string): Promise<boolean> {
  const owner = { kind: "staff", id } as const;
  const passkeys = await passkeysOf(owner, manager);
  const wasOn = await disableTwoStep(manager, id);
  await deletePasskeys(manager, owner);
  await signOutEverywhere(owner, manager);
  return wasOn || passkeys.length > 0;
}
