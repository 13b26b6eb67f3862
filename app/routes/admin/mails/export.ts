import type { LoaderFunctionArgs } from "@remix-run/node";
import { mails } from "~/features/mail/mails.resource.server";
import { csvReply } from "~/resource/csv.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(mails, args);
