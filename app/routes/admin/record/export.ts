import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvReply } from "~/admin-kit/csv.server";
import { adminResourceOf } from "~/features/registry.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(adminResourceOf(args.request), args);
