import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { passkeySignInAction, passkeySignInOptions } from "~/features/accounts/passkeys.screen.server";
import { pathAfterSignIn } from "~/features/billing/orders/intents/redirect-member.server";

export const loader = (args: LoaderFunctionArgs) => passkeySignInOptions(args);
export const action = (args: ActionFunctionArgs) =>
  passkeySignInAction(args, (memberId) => pathAfterSignIn(args, memberId));
