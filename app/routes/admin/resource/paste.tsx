import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { pasteAction, pasteScreen } from "~/admin-kit/paste/paste-screen.server";
import { recordSource } from "~/admin-kit/paste/record-source.server";
import { pasteableOf } from "~/features/registry.server";

export const loader = (args: LoaderFunctionArgs) =>
  pasteScreen(recordSource(pasteableOf(args.request)), args);
export const action = (args: ActionFunctionArgs) =>
  pasteAction(recordSource(pasteableOf(args.request)), args);
export { PastePage as default, pasteMeta as meta } from "~/admin-kit/paste/paste-page";
