import type { LoaderFunctionArgs } from "@remix-run/node";
import { mails } from "~/features/mail/mails.resource.server";
import { listScreen } from "~/resource/list-screen.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(mails, args);
export { ListScreen as default, listMeta as meta } from "~/resource/list-screen";
