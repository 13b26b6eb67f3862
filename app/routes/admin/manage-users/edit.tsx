import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { memberForm, saveMember } from "~/features/accounts/back-office/member-form.server";

export const handle = { dialog: true, hydrate: true };

export const loader = (args: LoaderFunctionArgs) => memberForm(args);
export const action = (args: ActionFunctionArgs) => saveMember(args);
export { DeclaredFormScreen as default } from "~/admin-kit/declared-form-screen";
export { formMeta as meta } from "~/admin-kit/form-screen";
