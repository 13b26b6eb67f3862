import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import {
  changeRowSubscription,
  rowSubscriptionLoader,
} from "~/features/accounts/back-office/members.screen.server";

export const loader = (args: LoaderFunctionArgs) => rowSubscriptionLoader(args);
export const action = (args: ActionFunctionArgs) => changeRowSubscription(args);

/** Why the tier did not change, short enough for the space in the list. */
export default function RowSubscription() {
  const actionData = useActionData<typeof action>();
  return actionData && "message" in actionData ? actionData.message : null;
}
