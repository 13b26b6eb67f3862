import type { LoaderFunctionArgs } from "@remix-run/node";
import { members } from "~/features/members/members.resource.server";
import { csvReply } from "~/resource/csv.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(members, args);
