import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { addMemberNote, noteForm } from "~/features/accounts/back-office/note-form.server";

export const handle = { dialog: true, hydrate: true };

export const loader = (args: LoaderFunctionArgs) => noteForm(args);
export const action = (args: ActionFunctionArgs) => addMemberNote(args);
export { DeclaredFormScreen as default } from "~/admin-kit/declared-form-screen";
export { formMeta as meta } from "~/admin-kit/form-screen";
