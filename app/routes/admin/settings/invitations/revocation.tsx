import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import {
  invitationChange,
  invitationChangeLoader,
} from "~/features/staff/invitations/invitations.screen.server";

export const loader = (args: LoaderFunctionArgs) => invitationChangeLoader(args);
export const action = (args: ActionFunctionArgs) => invitationChange(args, "revocation");
export { ChangeRefused as default } from "~/features/accounts/back-office/change-refused";
