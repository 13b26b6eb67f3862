import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import {
  type TrialReply,
  trialAction,
  trySourceScreen,
} from "~/features/markets/price-sources/try-source.screen.server";
import { TrialPage } from "~/features/markets/price-sources/try-source-page";

export const meta: MetaFunction = (args) => adminMeta(args, "Try a price source");

export const loader = (args: LoaderFunctionArgs) => trySourceScreen(args);
export const action = (args: ActionFunctionArgs) => trialAction(args);

export default function PriceSourceTrial() {
  return <TrialPage {...useLoaderData<typeof loader>()} reply={useActionData() as TrialReply | undefined} />;
}
