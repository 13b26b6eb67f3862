import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AccountPage } from "~/features/accounts/account-page";
import { notificationsAction, notificationsScreen } from "~/features/accounts/notifications.screen.server";
import { UnreachableNote } from "~/features/accounts/unreachable-note";
import { NotificationsForm } from "~/features/newsletters/notifications-form";
import { PushSection } from "~/features/newsletters/push/push-section";
import { pageMeta } from "~/web/meta";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Notifications", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => notificationsScreen(args);
export const action = (args: ActionFunctionArgs) => notificationsAction(args);

export default function Notifications() {
  const { emails, push, unreachable } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  return (
    <AccountPage current="notifications">
      {unreachable && <UnreachableNote {...unreachable} />}
      <NotificationsForm {...emails} />
      <PushSection {...push} zone={siteTz} />
    </AccountPage>
  );
}
