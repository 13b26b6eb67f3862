import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { followedLink } from "~/access/followed-link.server";
import { Invitation } from "~/access/invitation";
import { clearReferralCookie, readReferralCode } from "~/access/referral-cookie.server";
import { isInvitation } from "~/access/referrals.queries.server";
import { REGISTERED, REGISTRATION_FAILED, registrationSchema } from "~/auth/account.rules";
import { deviceCookieForLink } from "~/auth/known-devices.server";
import { GoToLogin, LoginRedirectNote, loginRefreshMeta } from "~/auth/sign-in-redirect";
import { viewerOf } from "~/auth/viewer.server";
import { register } from "~/features/accounts/registration.server";
import { newBrowserSecret } from "~/features/accounts/registration-cookie.server";
import { ChosenNote } from "~/features/billing/orders/intents/chosen-note";
import { chosenPlan } from "~/features/billing/orders/intents/chosen-plan.server";
import { redirectMember } from "~/features/billing/orders/intents/redirect-member.server";
import { registrationIntent } from "~/features/billing/orders/intents/registration-intent.server";
import { AuthLayout } from "~/features/site-shell/auth-layout";
import { AuthPanel } from "~/features/site-shell/bare-frame";
import { shortDisclaimer } from "~/features/site-shell/disclaimer";
import { DisclaimerBand } from "~/features/site-shell/disclaimer-band";
import { Note } from "~/ui/message";
import { parseOrThrow } from "~/web/app-error.server";
import { completedStepCookie, hasCompleted } from "~/web/completed-step-cookie.server";
import { Form, SubmitButton } from "~/web/form";
import { FormField } from "~/web/form-field";
import { formReply } from "~/web/form-replies.server";
import { pageMeta } from "~/web/meta";
import { loadOr } from "~/web/optional-parts.server";
import { useRootData } from "~/web/root-data";
import { withNext } from "~/web/safe-path";
import { redirectWithToast } from "~/web/toast.server";

export const handle = { hydrate: "on use" };

export const meta: MetaFunction<typeof loader> = (args) => [
  ...pageMeta(args, {
    title: "Create Free Account",
    description:
      "Create a free account for news, markets and videos. Add a plan later for briefs, picks and alerts.",
  }),
  ...(args.data?.done && !args.data.continues ? [loginRefreshMeta(3)] : []),
];

export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  const viewer = await viewerOf(args);
  if (viewer.kind === "member") throw await redirectMember(args, viewer);
  const done = new URL(request.url).searchParams.has("done");
  const continues = hasCompleted(request, "registration to go on");
  if (done && !continues && !hasCompleted(request, "registration")) throw redirect("/register");
  const code = readReferralCode(request.headers.get("Cookie"));
  const [invited, chosen] = await Promise.all([
    loadOr(args, "invitation not read", isInvitation(code), false),
    chosenPlan(args),
  ]);
  return { done, continues, invited, chosen, loginTo: withNext("/login", request) };
}

export const action = (args: ActionFunctionArgs) =>
  formReply(args, REGISTRATION_FAILED, async ({ values }) => {
    const registration = parseOrThrow(registrationSchema, values);
    const { browserHash, setCookie } = newBrowserSecret();
    const intent = await registrationIntent(args.request);
    await register(args, registration, { link: await followedLink(args), browserHash, intent });
    const headers = new Headers();
    const step = completedStepCookie(intent ? "registration to go on" : "registration");
    for (const cookie of [clearReferralCookie(), setCookie, step, deviceCookieForLink(args.request)]) {
      if (cookie) headers.append("Set-Cookie", cookie);
    }
    return redirectWithToast("/register?done", { tone: "good", text: REGISTERED }, headers);
  });

export default function Register() {
  const { siteName } = useRootData();
  const { done, continues, invited, chosen, loginTo } = useLoaderData<typeof loader>();
  return (
    <AuthLayout>
      <DisclaimerBand text={shortDisclaimer(siteName)} />
      <AuthPanel
        title="Create Free Account"
        meta={
          <>
            Already registered? <a href={loginTo}>Sign in</a>
          </>
        }
        closeTo="/"
      >
        {done && continues ? (
          <OpenTheMail />
        ) : done ? (
          <LoginRedirectNote title={REGISTERED} seconds={3}>
            We have sent you an email. Open the link in it to verify your address, then sign in.
          </LoginRedirectNote>
        ) : (
          <>
            {invited && <Invitation />}
            {chosen && <ChosenNote plan={chosen} />}
            <RegisterForm />
          </>
        )}
      </AuthPanel>
    </AuthLayout>
  );
}

/** The next step is in the email: a link to sign in would distract from it. */
function OpenTheMail() {
  return (
    <>
      <Note tone="good" title={REGISTERED}>
        <p>
          We have sent you an email. Open its link in this browser within an hour: it signs you in so that you
          can continue with your selection.
        </p>
      </Note>
      <GoToLogin />
    </>
  );
}

function RegisterForm() {
  const actionData = useActionData<typeof action>();
  return (
    <>
      {actionData && "message" in actionData && <Note tone="bad" title={actionData.message} />}
      <Form schema={registrationSchema} className="form" guarded>
        <div className="pair">
          <FormField name="firstname" label="First name" autoComplete="given-name" required />
          <FormField name="lastname" label="Last name" autoComplete="family-name" required />
        </div>
        <FormField name="email" label="Email" input="email" autoComplete="username" required />
        <FormField
          input="password"
          name="password"
          label="Password"
          autoComplete="new-password"
          hint="At least 8 characters."
          required
        />
        <SubmitButton busyText="Creating account..." block>
          Create account
        </SubmitButton>
      </Form>
      <p className="meta">
        By creating an account you agree to the <a href="/terms">terms</a> and the{" "}
        <a href="/privacy">privacy policy</a>.
      </p>
    </>
  );
}
