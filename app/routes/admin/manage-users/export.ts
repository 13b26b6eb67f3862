import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvReply } from "~/admin-kit/csv.server";
import { members } from "~/features/accounts/members.resource.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(members, args);
