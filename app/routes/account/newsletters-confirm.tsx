import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmationAction, confirmationScreen } from "~/features/newsletters/subscription.screen.server";
import { Confirmation } from "~/features/newsletters/subscription-page";
import { AuthLayout } from "~/features/site-shell/auth-layout";
import { AuthPanel } from "~/features/site-shell/bare-frame";
import { pageMeta } from "~/web/meta";

export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: "Confirm your newsletters", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => confirmationScreen(args);
export const action = (args: ActionFunctionArgs) => confirmationAction(args);

export default function ConfirmNewsletters() {
  const screen = useLoaderData<typeof loader>();
  const confirmed = useActionData<typeof action>();
  return (
    <AuthLayout>
      <AuthPanel title="Newsletters" closeTo="/">
        <Confirmation {...screen} {...confirmed} isDone={confirmed !== undefined} />
      </AuthPanel>
    </AuthLayout>
  );
}
