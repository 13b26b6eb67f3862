import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import {
  complimentaryForm,
  giveComplimentary,
} from "~/features/accounts/back-office/complimentary-form.server";

export const handle = { dialog: true, hydrate: true };

export const loader = (args: LoaderFunctionArgs) => complimentaryForm(args);
export const action = (args: ActionFunctionArgs) => giveComplimentary(args);
export { DeclaredFormScreen as default } from "~/admin-kit/declared-form-screen";
export { formMeta as meta } from "~/admin-kit/form-screen";
