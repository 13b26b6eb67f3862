import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import {
  changeRowSubscription,
  rowSubscriptionLoader,
} from "~/features/accounts/back-office/members.screen.server";

export const loader = (args: LoaderFunctionArgs) => rowSubscriptionLoader(args);
export const action = (args: ActionFunctionArgs) => changeRowSubscription(args);

/** Why the tier was not switched, within the words that the list keeps a place for. */
export default function RowSubscription() {
  const actionData = useActionData<typeof action>();
  return actionData && "message" in actionData ? actionData.message : null;
}
