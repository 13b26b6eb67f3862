import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import {
  type TrialReply,
  trialAction,
  trialScreen,
} from "~/features/markets/price-sources/trial.screen.server";
import { TrialPage } from "~/features/markets/price-sources/trial-page";

export const meta: MetaFunction = (args) => adminMeta(args, "Try a price source");

export const loader = (args: LoaderFunctionArgs) => trialScreen(args);
export const action = (args: ActionFunctionArgs) => trialAction(args);

export default function PriceSourceTrial() {
  return <TrialPage {...useLoaderData<typeof loader>()} reply={useActionData() as TrialReply | undefined} />;
}
