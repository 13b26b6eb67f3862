import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SIGN_IN_LINK_TEXTS } from "~/features/accounts/sign-in-link/sign-in-link.rules";
import { linkAction, linkScreen } from "~/features/accounts/sign-in-link/sign-in-link.screen.server";
import { pathAfterSignIn } from "~/features/billing/orders/intents/redirect-member.server";
import { AuthLayout } from "~/features/site-shell/auth-layout";
import { AuthPanel } from "~/features/site-shell/bare-frame";
import { Button, LinkButton } from "~/ui/button";
import { Note } from "~/ui/message";
import { useRefusal } from "~/web/form";
import { pageMeta } from "~/web/meta";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Sign in by email", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => linkScreen(args);
export const action = (args: ActionFunctionArgs) =>
  linkAction(args, (memberId) => pathAfterSignIn(args, memberId));

export default function LoginLinkToken() {
  const { state, againTo } = useLoaderData<typeof loader>();
  const refusal = useRefusal();
  return (
    <AuthLayout>
      <AuthPanel title="Sign in by email" closeTo="/">
        {refusal !== undefined && <Note tone="bad" title={refusal} />}
        {state === "own" ? (
          <form method="post" className="form">
            <Button variant="brand" size="lg" block busyText="Signing In...">
              Sign In
            </Button>
          </form>
        ) : (
          <>
            {refusal === undefined && <Note tone="bad" title={REASONS[state]} />}
            <LinkButton to={againTo} block>
              Request a new link
            </LinkButton>
          </>
        )}
      </AuthPanel>
    </AuthLayout>
  );
}

const REASONS = {
  useless: SIGN_IN_LINK_TEXTS.useless,
  "other browser": SIGN_IN_LINK_TEXTS.otherBrowser,
} as const;
