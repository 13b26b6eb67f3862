import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { subscriptionAction, subscriptionScreen } from "~/features/newsletters/subscription.screen.server";
import { CheckInbox, SubscriptionForm } from "~/features/newsletters/subscription-page";
import { AuthLayout } from "~/features/site-shell/auth-layout";
import { AuthPanel } from "~/features/site-shell/bare-frame";
import { pageMeta } from "~/web/meta";

export const handle = { hydrate: "on use" };

export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: "Newsletters", description: "Our news and daily briefs by email, free." });

export const loader = (args: LoaderFunctionArgs) => subscriptionScreen(args);
export const action = (args: ActionFunctionArgs) => subscriptionAction(args);

export default function Newsletters() {
  const { isSent, offered } = useLoaderData<typeof loader>();
  return (
    <AuthLayout>
      <AuthPanel
        title="Newsletters"
        meta={isSent ? undefined : "Free, by email. You can unsubscribe at any time."}
        closeTo="/"
      >
        {isSent ? <CheckInbox /> : <SubscriptionForm offered={offered} />}
      </AuthPanel>
    </AuthLayout>
  );
}
