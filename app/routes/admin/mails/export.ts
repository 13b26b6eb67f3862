import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvReply } from "~/admin-kit/csv.server";
import { mails } from "~/features/mail/mails.resource.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(mails, args);
