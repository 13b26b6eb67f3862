import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { codeSchema, emailOnlySchema } from "~/auth/account.rules";
import { signInBrowser } from "~/auth/form-sign-in.server";
import { findTokenState } from "~/auth/single-use-tokens.server";
import { nextPath } from "~/auth/viewer.server";
import { AppError, parseOrThrow } from "~/web/app-error.server";
import { formReply, pageReply } from "~/web/form-replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { withNext } from "~/web/safe-path";
import { redirectWithToast } from "~/web/toast.server";
import { MEMBER_BY_LINK } from "../sign-in.server";
import { forgetAskedSignIn, readAskedSignIn } from "./link-cookie.server";
import { SIGN_IN_CODE_PATH, SIGN_IN_LINK_PATH, SIGN_IN_LINK_TEXTS as TEXTS } from "./sign-in-link.rules";
import {
  askForSignInLink,
  identifyByCode,
  identifyByLink,
  isOwnLink,
  type SigningIn,
} from "./sign-in-link.server";

/** The page that asks for a link, with where to go after the sign-in. */
export const askScreen = ({ request }: LoaderFunctionArgs) => ({ passwordTo: withNext("/login", request) });

/** The page that asks for another one. */
function againTo(request: Request): string {
  const next = readAskedSignIn(request)?.next;
  return next ? `${SIGN_IN_LINK_PATH}?next=${encodeURIComponent(next)}` : SIGN_IN_LINK_PATH;
}

export const codeScreen = ({ request }: LoaderFunctionArgs) => ({ againTo: againTo(request) });

/** The page after a member signed in, unless their link or purchase leads elsewhere. */
type PathFor = (memberId: string) => Promise<string>;

export const askAction = (args: ActionFunctionArgs) =>
  formReply(args, TEXTS.failed, async ({ values }) => {
    // From the form with the password, which may be empty.
    if (values.password !== undefined && !values.email)
      return redirect(withNext(SIGN_IN_LINK_PATH, args.request), 303);
    const { email } = parseOrThrow(emailOnlySchema, values);
    const setCookie = await askForSignInLink(args, email, nextPath(args.request, "") || undefined);
    return redirect(SIGN_IN_CODE_PATH, { status: 303, headers: { "Set-Cookie": setCookie } });
  });

export function codeAction(args: ActionFunctionArgs, pathFor: PathFor) {
  const ownLink = readAskedSignIn(args.request);
  return formReply(args, TEXTS.failed, async ({ values }) => {
    const { code } = parseOrThrow(codeSchema, values);
    if (!ownLink) throw new AppError(400, TEXTS.notAsked);
    return signedIn(args, await identifyByCode(args, ownLink, code), ownLink.next, pathFor);
  });
}

/** Opening the link changes nothing: email scanners may open it any number of times. */
export async function linkScreen({ request, params: { token = "" } }: LoaderFunctionArgs) {
  const found = await findTokenState("sign-in", token);
  const again = { againTo: againTo(request) };
  if (found?.state !== "good") return data({ ...again, state: "useless" } as const, 400);
  const isOwn = isOwnLink(readAskedSignIn(request), token);
  return data({ ...again, state: isOwn ? "own" : "other browser" } as const);
}

export function linkAction(args: ActionFunctionArgs, pathFor: PathFor) {
  const ownLink = readAskedSignIn(args.request);
  return pageReply(args, TEXTS.failed, async () => {
    const person = await identifyByLink(args, ownLink, args.params.token ?? "");
    return signedIn(args, person, ownLink?.next, pathFor);
  });
}

/** @throws AppError 400 if the password was changed in the meantime */
async function signedIn(
  args: RequestArgs,
  person: SigningIn,
  next: string | undefined,
  pathFor: PathFor,
): Promise<Response> {
  const headers = await signInBrowser(args, MEMBER_BY_LINK, person);
  if (!headers) throw new AppError(400, TEXTS.useless);
  headers.append("Set-Cookie", forgetAskedSignIn());
  // A member who requested deletion first sees how to cancel it.
  const to = person.deletionRequestedAt ? "/dashboard" : (next ?? (await pathFor(person.id)));
  return redirectWithToast(to, { tone: "good", text: "Logged in successfully!" }, headers);
}
