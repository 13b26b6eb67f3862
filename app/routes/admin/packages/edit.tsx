import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { editScreen, updateAction } from "~/admin-kit/form-screen.server";
import { packages } from "~/features/billing/packages.resource.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => editScreen(packages, args);
export const action = (args: ActionFunctionArgs) => updateAction(packages, args);
export { FormScreen as default, formMeta as meta } from "~/admin-kit/form-screen";
