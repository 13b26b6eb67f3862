import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { em } from "db/orm.server";
import { logNamed } from "~/admin-kit/change-log.server";
import { addKey, allKeys, keyById, type ListedKey, revokeKey, rotateKey } from "~/auth/keys/api-keys.server";
import { SCOPES } from "~/auth/keys/key-scopes.server";
import { type Permission, rolesWith } from "~/auth/permissions.server";
import { withRecentPassword } from "~/auth/recent-password.server";
import { requireStaff } from "~/auth/viewer.server";
import { AppError, invalidFields, parseOrThrow } from "~/web/app-error.server";
import { formReply, pageReply } from "~/web/form-replies.server";
import type { MadeSecret } from "~/web/made-secret";
import { notFound } from "~/web/replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import {
  KEYS_KIND,
  KEYS_PATH,
  keyPath,
  newKeySchema,
  OVERLAPS,
  rotationSchema,
  scopeRows,
} from "./keys.rules";

const WRITE = "keys.write" satisfies Permission;

const requireOwner = (args: LoaderFunctionArgs) => requireStaff(args, rolesWith(WRITE));

/** The person, and the arguments to continue with: the request may have waited for the password. */
async function requireOwnerAgain(args: LoaderFunctionArgs) {
  const staff = await requireOwner(args);
  return { staff, args: await withRecentPassword(args, staff, WRITE) };
}

/** `/admin/settings/keys` */
export async function keysScreen(args: LoaderFunctionArgs) {
  await requireOwner(args);
  return { keys: await allKeys() };
}

/** `/admin/settings/keys/new` */
export async function newKeyScreen(args: LoaderFunctionArgs) {
  await requireOwner(args);
  return { rows: scopeRows(SCOPES) };
}

/** `/admin/settings/keys/{id}` */
export async function keyScreen(args: LoaderFunctionArgs) {
  await requireOwner(args);
  return { apiKey: await loadKey(args) };
}

async function loadKey({ params: { id } }: LoaderFunctionArgs): Promise<ListedKey> {
  const found = isUuid(id) ? await keyById(id) : undefined;
  if (!found) throw notFound("API key not found.");
  return found;
}

/** The secret is in this response only: a redirect would require storing it. */
const secretReply = (made: MadeSecret) => data({ made });

const note = logNamed(KEYS_KIND);

/** The scopes of ticked boxes; others are ignored. */
function chosenScopes(reads: string, boxes: unknown): string[] {
  const chosen: unknown[] = [reads, ...(Array.isArray(boxes) ? boxes : [boxes])];
  return SCOPES.filter((scope) => chosen.includes(scope));
}

export async function newKeyAction(sent: LoaderFunctionArgs) {
  const { staff, args } = await requireOwnerAgain(sent);
  return formReply(args, "The key was not created.", async ({ values }) => {
    const { name, reads, scopes: boxes, expires } = parseOrThrow(newKeySchema, values);
    const scopes = chosenScopes(reads, boxes);
    const days = expires === "never" ? null : Number(expires);
    const made = await em().transactional(async (manager) => {
      const by = { staffId: staff.id, staffName: staff.fullname };
      const added = await addKey({ name, scopes, days, ...by }, manager);
      if (added)
        note(manager, staff, "added", { ...added, name }, { scopes: { from: "", to: scopes.join(", ") } });
      return added;
    });
    if (!made) throw invalidFields({ name: "Another key has this name." });
    return secretReply({ ...made, name });
  });
}

/** Gives a key a new secret. */
export async function rotateKeyAction(sent: LoaderFunctionArgs) {
  const { staff, args } = await requireOwnerAgain(sent);
  const { id, name } = await loadKey(args);
  return formReply(args, "The key was not changed.", async ({ values }) => {
    const { overlap } = parseOrThrow(rotationSchema, values);
    const secret = await em().transactional(async (manager) => {
      const rotated = await rotateKey({ id, hours: Number(overlap) }, manager);
      if (rotated) note(manager, staff, "rotated", { id, name }, oldSecretEnds(overlap));
      return rotated;
    });
    if (!secret) throw new AppError(409, "This key is revoked or expired. Create another one.");
    return secretReply({ id, name, secret });
  });
}

const oldSecretEnds = (overlap: string) => ({
  "old secret ends": { from: "", to: OVERLAPS[overlap as keyof typeof OVERLAPS].toLowerCase() },
});

/** `/admin/settings/keys/{id}/revocation`: the question before a key ends. */
export async function revocationScreen(args: LoaderFunctionArgs) {
  await requireOwner(args);
  const { id, name } = await loadKey(args);
  return { name, backTo: keyPath(id) };
}

export async function revokeKeyAction(sent: LoaderFunctionArgs) {
  const { staff, args } = await requireOwnerAgain(sent);
  const { id, name } = await loadKey(args);
  return pageReply(args, "The key was not revoked.", async () => {
    await em().transactional(async (manager) => {
      if (await revokeKey(id, manager)) note(manager, staff, "revoked", { id, name });
    });
    return redirectWithToast(KEYS_PATH, { tone: "good", text: "The key was revoked." });
  });
}
