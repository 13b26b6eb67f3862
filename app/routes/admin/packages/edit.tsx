import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { packages } from "~/features/membership/packages.resource.server";
import { editScreen, updateAction } from "~/resource/form-screen.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => editScreen(packages, args);
export const action = (args: ActionFunctionArgs) => updateAction(packages, args);
export { FormScreen as default, formMeta as meta } from "~/resource/form-screen";
