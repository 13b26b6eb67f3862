import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { previewAction } from "~/admin-kit/writing/writing-actions.server";
import { writtenOf } from "~/features/registry.server";

export const loader = (args: LoaderFunctionArgs) => previewAction(writtenOf(args.params.kind), args);
export const action = (args: ActionFunctionArgs) => previewAction(writtenOf(args.params.kind), args);
