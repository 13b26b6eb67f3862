import { json, redirect } from "@remix-run/node";
import { catchAppError, errorMessage } from "~/web/app-error.server";
import type { RequestArgs } from "~/web/request-args.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { creationOptions, requestOptions } from "./ceremonies.server";
import { newChallenge } from "./challenge.server";
import { MOST_PASSKEYS, PASSKEY_TEXTS, pageWithName } from "./passkeys.rules";
import { type PasskeyOwner, passkeysOf } from "./passkeys.server";

/** What a new passkey's challenge is for. */
export const newPasskeyOf = ({ kind, id }: PasskeyOwner) => `new passkey of ${kind} ${id}`;

/** The address of a form for a passkey, which only scripts ask for; browsers see `page` instead. */
type Place = { path: string; page: string };

type Named = PasskeyOwner & { email: string; name: string };

/** The options of a new passkey, as JSON. */
export const creationReply = (args: RequestArgs, place: Place, owner: Named) =>
  optionsReply(args, place, newPasskeyOf(owner), async (challenge) => {
    const known = await passkeysOf(owner);
    // Before the device makes one that nobody takes.
    if (known.length >= MOST_PASSKEYS) throw json({ message: PASSKEY_TEXTS.tooMany }, 409);
    return creationOptions(
      challenge,
      owner,
      known.map(({ credentialId }) => credentialId),
    );
  });

/**
 * The options of a sign-in, as JSON.
 * @param owner the person, for a second step
 */
export const requestReply = (args: RequestArgs, place: Place, use: string, owner?: PasskeyOwner) =>
  optionsReply(args, place, use, async (challenge) => {
    const own = owner && (await passkeysOf(owner)).map(({ credentialId }) => credentialId);
    return requestOptions(challenge, own);
  });

async function optionsReply(
  { request }: RequestArgs,
  { path, page }: Place,
  use: string,
  optionsFor: (challenge: string) => Promise<object>,
): Promise<Response> {
  if (!request.headers.get("Accept")?.includes("application/json")) return redirect(page);
  const { challenge, setCookie } = await newChallenge(use, path);
  const headers = { "Set-Cookie": setCookie, "Cache-Control": "no-store" };
  return json(await optionsFor(challenge), { headers });
}

/** Runs the action of such a form; its page shows an AppError as a message. */
export async function passkeyReply(
  args: RequestArgs,
  page: string | (() => string),
  failed: string,
  handle: () => Promise<Response>,
): Promise<Response> {
  return catchAppError(args, failed, handle, (error) =>
    redirectWithToast(typeof page === "string" ? page : page(), { tone: "bad", text: errorMessage(error) }),
  );
}

/** The same for a new passkey: the page keeps the name that was typed. @param request with the form */
export async function newPasskeyReply(
  args: RequestArgs,
  { page, request }: { page: string; request: Request },
  handle: (values: Record<string, unknown>) => Promise<Response>,
): Promise<Response> {
  let name: unknown;
  return passkeyReply(
    args,
    () => pageWithName(page, name),
    PASSKEY_TEXTS.notAdded,
    async () => {
      const { values } = await readSubmission(request);
      name = values.name;
      return handle(values);
    },
  );
}
