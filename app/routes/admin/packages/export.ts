import type { LoaderFunctionArgs } from "@remix-run/node";
import { packages } from "~/features/membership/packages.resource.server";
import { csvReply } from "~/resource/csv.server";

export const loader = (args: LoaderFunctionArgs) => csvReply(packages, args);
