import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { memberForm, saveMember } from "~/features/accounts/back-office/member-form.server";

export const handle = { dialog: true, hydrate: true };

export const loader = (args: LoaderFunctionArgs) => memberForm(args);
export const action = (args: ActionFunctionArgs) => saveMember(args);
export { FormScreen as default, formMeta as meta } from "~/admin-kit/form-screen";
