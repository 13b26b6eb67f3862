import type { LoaderFunctionArgs } from "@remix-run/node";
import { admins } from "~/features/staff/admins.resource.server";
import { csvReply } from "~/resource/csv.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(admins, args);
