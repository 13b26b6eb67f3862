import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { createAction } from "~/admin-kit/form-action.server";
import { packages } from "~/features/billing/plans/packages.resource.server";
import { newPackage } from "~/features/billing/plans/packages.screen.server";

export const handle = { dialog: true, hydrate: true };

export const loader = (args: LoaderFunctionArgs) => newPackage(args);
export const action = (args: ActionFunctionArgs) => createAction(packages, args);
export { formMeta as meta } from "~/admin-kit/form-screen";
export { RecordFormScreen as default } from "~/admin-kit/record-form-screen";
