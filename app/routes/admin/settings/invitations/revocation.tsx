import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import {
  invitationChange,
  invitationChangeLoader,
} from "~/features/staff/invitations/invitations.screen.server";

export { retryAfterHeaders as headers } from "~/web/retry-after-headers";

export const loader = (args: LoaderFunctionArgs) => invitationChangeLoader(args);
export const action = (args: ActionFunctionArgs) => invitationChange(args, "revocation");
export { ChangeRefused as default } from "~/features/accounts/back-office/change-refused";
