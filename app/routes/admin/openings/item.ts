import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { openingsAction } from "~/admin-kit/openings/openings-action.server";
import { managedOf } from "~/features/registry.server";

export const loader = (args: LoaderFunctionArgs) => openingsAction(managedOf(args.params.kind), args);
export const action = (args: ActionFunctionArgs) => openingsAction(managedOf(args.params.kind), args);
