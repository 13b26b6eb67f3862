import type { MetaDescriptor } from "@remix-run/node";
import { GoToLogin, LoginRedirectNote, loginRefreshMeta } from "~/auth/sign-in-redirect";
import {
  NO_PASSWORD_KEPT,
  type VerificationOutcome,
  WHY_NO_PASSWORD,
} from "~/features/accounts/verification.texts";
import { AuthLayout } from "~/features/site-shell/auth-layout";
import { AuthPanel } from "~/features/site-shell/bare-frame";
import { LinkButton } from "~/ui/button";
import { Note } from "~/ui/message";
import { pageMeta } from "~/web/meta";

const SIGN_IN_TO_CONTINUE = "Sign in with your password to continue with your selection.";

/** The screens of `/verify-email` and `/resend-verification-email`. */
export function VerificationScreen({
  outcome,
  children,
}: {
  outcome: VerificationOutcome;
  children?: string;
}) {
  return (
    <AuthLayout back="/login">
      <AuthPanel title="Email verification" closeTo="/">
        {outcome.needsPassword ? (
          <SetPassword />
        ) : outcome.done ? (
          <LoginRedirectNote title={outcome.message} seconds={2} signedIn={outcome.signedIn}>
            {outcome.continues && !outcome.signedIn ? SIGN_IN_TO_CONTINUE : children}
          </LoginRedirectNote>
        ) : (
          <>
            <Note tone="bad" title={outcome.message} />
            <GoToLogin />
          </>
        )}
      </AuthPanel>
    </AuthLayout>
  );
}

function SetPassword() {
  return (
    <>
      <Note tone="warn" title={NO_PASSWORD_KEPT}>
        <p>
          {WHY_NO_PASSWORD} Set one now: enter your email and we will send you a link. Or open this link again
          in the browser you registered with, to keep the password you chose there.
        </p>
      </Note>
      <LinkButton to="/forget-password" variant="brand" block>
        Set a password
      </LinkButton>
    </>
  );
}

/** Title, and the next link after success. An error stays until the member has read it. */
export const verificationMeta = (
  args: Parameters<typeof pageMeta>[0] & { data?: VerificationOutcome },
): MetaDescriptor[] => [
  ...pageMeta(args, { title: "Email verification", noIndex: true }),
  ...(args.data?.done && !args.data.needsPassword ? [loginRefreshMeta(2)] : []),
];
