import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { mergeAction, mergeScreen } from "~/features/markets/instruments/merge.screen.server";
import { MergePage } from "~/features/markets/instruments/merge-page";

export const handle = { hydrate: true };

export const meta: MetaFunction = (args) => adminMeta(args, "Merge instruments");

export const loader = (args: LoaderFunctionArgs) => mergeScreen(args);
export const action = (args: ActionFunctionArgs) => mergeAction(args);

export default function MergeInstrument() {
  return <MergePage {...useLoaderData<typeof loader>()} />;
}
