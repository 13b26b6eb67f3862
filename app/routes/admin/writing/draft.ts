import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { draftAction } from "~/admin-kit/writing/writing-actions.server";
import { writtenOf } from "~/features/registry.server";

export const loader = (args: LoaderFunctionArgs) => draftAction(writtenOf(args.params.kind), args);
export const action = (args: ActionFunctionArgs) => draftAction(writtenOf(args.params.kind), args);
