import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { FormScreen } from "~/admin-kit/form-screen";
import { ALL_REQUIRED, registrationSchema } from "~/auth/account.rules";
import { addMember, newMemberScreen } from "~/features/accounts/back-office/members.screen.server";

export const handle = { dialog: true, hydrate: true };

export const loader = (args: LoaderFunctionArgs) => newMemberScreen(args);
export const action = (args: ActionFunctionArgs) => addMember(args);
export { formMeta as meta } from "~/admin-kit/form-screen";

export default function NewMember() {
  return <FormScreen schema={registrationSchema} required={ALL_REQUIRED} />;
}
