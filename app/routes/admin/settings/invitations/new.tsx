import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { FormScreen } from "~/admin-kit/form-screen";
import { INVITE_REQUIRED, invitationSchema } from "~/features/staff/invitations/invitations.rules";
import { inviteAction, inviteScreen } from "~/features/staff/invitations/invitations.screen.server";

export const handle = { dialog: true, hydrate: true };

export const loader = (args: LoaderFunctionArgs) => inviteScreen(args);
export const action = (args: ActionFunctionArgs) => inviteAction(args);
export { formMeta as meta } from "~/admin-kit/form-screen";

export default function InviteAdmin() {
  return <FormScreen schema={invitationSchema} required={INVITE_REQUIRED} />;
}
