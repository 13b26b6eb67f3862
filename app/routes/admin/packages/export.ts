import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvReply } from "~/admin-kit/csv.server";
import { packages } from "~/features/billing/packages.resource.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(packages, args);
