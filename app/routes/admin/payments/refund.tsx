import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { refundByForm, refundForm } from "~/features/billing/refund-form.server";

export const handle = { dialog: true, hydrate: true };

export const loader = (args: LoaderFunctionArgs) => refundForm(args);
export const action = (args: ActionFunctionArgs) => refundByForm(args);
export { FormScreen as default, formMeta as meta } from "~/admin-kit/form-screen";
