import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { members } from "~/features/members/members.resource.server";
import { editScreen, updateAction } from "~/resource/form-screen.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => editScreen(members, args);
export const action = (args: ActionFunctionArgs) => updateAction(members, args);
export { FormScreen as default, formMeta as meta } from "~/resource/form-screen";
