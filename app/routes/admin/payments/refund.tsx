import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { refundByForm, refundForm } from "~/features/billing/payments/refund-form.server";

export const handle = { dialog: true, hydrate: true };

export const loader = (args: LoaderFunctionArgs) => refundForm(args);
export const action = (args: ActionFunctionArgs) => refundByForm(args);
export { DeclaredFormScreen as default } from "~/admin-kit/declared-form-screen";
export { formMeta as meta } from "~/admin-kit/form-screen";
