import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { addMember, newMemberScreen } from "~/features/accounts/back-office/members.screen.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => newMemberScreen(args);
export const action = (args: ActionFunctionArgs) => addMember(args);
export { FormScreen as default, formMeta as meta } from "~/admin-kit/form-screen";
