import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvReply } from "~/admin-kit/csv.server";
import { adminListOf } from "~/features/registry.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(adminListOf(args.request), args);
