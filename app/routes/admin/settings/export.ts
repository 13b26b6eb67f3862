import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvReply } from "~/admin-kit/csv.server";
import { admins } from "~/features/staff/admins.resource.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(admins, args);
