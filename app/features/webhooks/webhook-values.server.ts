import { isIP } from "node:net";
import { keyById } from "~/auth/keys/api-keys.server";
import { grantsOf, scopeOf } from "~/auth/keys/key-scopes.server";
import { FOLLOWED_KINDS } from "~/features/changes-feed/changes.rules.server";
import { isLoopback } from "~/platform/loopback";
import { isPublicAddress } from "~/platform/outgoing/public-address.server";
import { AppError, fieldError, invalidFields, parseOrThrow } from "~/web/app-error.server";
import { chosenKinds, kindLabel, webhookSchema } from "./webhook-screens.rules";
import { keysForWebhooks, type ListedWebhook, type WebhookValues } from "./webhooks.queries.server";
import { addressProblem, isOwnReceiver } from "./webhooks.rules.server";

const VISITOR = { value: "", label: "What a visitor reads" };

/** What a webhook may read, for its form. One that exists keeps its key, also if that key has ended. */
export async function keyChoices(webhook?: Pick<ListedWebhook, "keyId" | "keyName">) {
  const keys = (await keysForWebhooks()).map(({ id, name }) => ({
    value: id,
    label: `What the key “${name}” reads`,
  }));
  const { keyId, keyName } = webhook ?? {};
  const isMissing = keyId && !keys.some(({ value }) => value === keyId);
  return [
    VISITOR,
    ...keys,
    ...(isMissing ? [{ value: keyId, label: `The key “${keyName}”, which has ended` }] : []),
  ];
}

/** The form's values, and what it was filled with. */
export const formValues = ({ name, address, kinds, keyId }: WebhookValues): Record<string, string> => ({
  ...{ name, address, kinds: kinds.join("\n"), keyId: keyId ?? "" },
  seen: seenText({ name, address, kinds, keyId }),
});

export const seenText = ({ name, address, kinds, keyId }: WebhookValues): string =>
  JSON.stringify([name, address, kinds, keyId]);

/** What was saved since the form was filled. @throws AppError 409 */
export function assertSeen(saved: WebhookValues, seen: string | undefined): void {
  if (seen === undefined || seen === seenText(saved)) return;
  const { seen: current, ...values } = formValues(saved);
  throw new AppError(409, "Somebody else changed this webhook while you were editing it.", {
    conflict: { version: 0, values, kept: { seen: current ?? "" } },
  });
}

/** Kinds of which visitors learn nothing. */
const NEEDS_SCOPE = ["members", "payments", "coupons"] as const;

/** @param keptKey the webhook's key, which it keeps also if that key has ended @throws AppError 422 */
export async function readValues(
  typed: Record<string, unknown>,
  keptKey?: string | null,
): Promise<WebhookValues & { seen?: string }> {
  const { name, address, kinds: boxes, keyId: typedKey, seen } = parseOrThrow(webhookSchema, typed);
  const kinds = chosenKinds(boxes);
  const problem = addressProblem(address) ?? privateProblem(address);
  if (problem || kinds.length === 0)
    throw invalidFields({
      ...(problem ? { address: problem } : {}),
      ...(kinds.length === 0 ? { kinds: "Choose what it gets." } : {}),
    });
  const keyId = typedKey || null;
  await assertReads(kinds, keyId, keptKey);
  return { name, address, kinds, keyId, seen };
}

/** Names are looked up when a message is sent. */
function privateProblem(address: string): string | undefined {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, "");
  const isPrivate = isIP(host) ? !isPublicAddress(host) : isLoopback(host);
  return isPrivate && !isOwnReceiver(address) ? "This address is not on the public internet." : undefined;
}

/** Whether a webhook's key works. Without one it reads as a visitor. */
export const isUsableKey = async (keyId: string | null): Promise<boolean> =>
  keyId === null || (await keysForWebhooks()).some(({ id }) => id === keyId);

/** A receiver that would get nothing of a kind is a mistake. @throws AppError 422 */
async function assertReads(kinds: readonly string[], keyId: string | null, keptKey?: string | null) {
  if (keyId !== keptKey && !(await isUsableKey(keyId)))
    throw fieldError(422, "keyId", "Choose one of these keys.");
  const key = keyId === null ? undefined : await keyById(keyId);
  const { permissions } = grantsOf(key?.scopes ?? []);
  const unread = NEEDS_SCOPE.find((kind) => kinds.includes(kind) && !permissions.has(FOLLOWED_KINDS[kind]));
  if (!unread) return;
  const scope = scopeOf(FOLLOWED_KINDS[unread]);
  throw fieldError(422, "keyId", `${kindLabel(unread)} need a key with the scope ${scope}.`);
}
