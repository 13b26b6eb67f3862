import type { LoaderFunctionArgs } from "@remix-run/node";
import { listScreen } from "~/admin-kit/list-screen.server";
import { mails } from "~/features/mail/mails.resource.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(mails, args);
export { ListScreen as default, listMeta as meta } from "~/admin-kit/list-screen";
