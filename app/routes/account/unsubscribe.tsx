import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { unsubscribeAction, unsubscribeScreen } from "~/features/newsletters/unsubscribe.screen.server";
import { Unsubscribe } from "~/features/newsletters/unsubscribe-page";
import { AuthLayout } from "~/features/site-shell/auth-layout";
import { AuthPanel } from "~/features/site-shell/bare-frame";
import { pageMeta } from "~/web/meta";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Unsubscribe", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => unsubscribeScreen(args);
export const action = (args: ActionFunctionArgs) => unsubscribeAction(args);

export default function UnsubscribeRoute() {
  const screen = useLoaderData<typeof loader>();
  const changed = useActionData<typeof action>();
  return (
    <AuthLayout>
      <AuthPanel title="Emails from us" closeTo="/">
        <Unsubscribe change="none" {...screen} {...changed} />
      </AuthPanel>
    </AuthLayout>
  );
}
