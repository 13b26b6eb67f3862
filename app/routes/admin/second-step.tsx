import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { codeSchema } from "~/auth/account.rules";
import { PasskeyForm } from "~/auth/passkeys/passkey-form";
import { AuthPanel, BareFrame } from "~/features/site-shell/bare-frame";
import { secondStepAction, secondStepScreen } from "~/features/staff/two-step/second-step.server";
import { LinkButton } from "~/ui/button";
import { Note } from "~/ui/message";
import { Form, SubmitButton } from "~/web/form";
import { FormField } from "~/web/form-field";
import { pageMeta } from "~/web/meta";
import { useRootData, useToasts } from "~/web/root-data";
import { ThemeChoice } from "~/web/theme-choice";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Two-step sign-in", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => secondStepScreen(args);
export const action = (args: ActionFunctionArgs) => secondStepAction(args);

export default function SecondStep() {
  const { siteName } = useRootData();
  const state = useLoaderData<typeof loader>();
  const toasts = useToasts();
  return (
    <BareFrame siteName={siteName} plain toasts={toasts} horizon settings={<ThemeChoice />}>
      {state.over === undefined ? <CodePanel {...state} /> : <OverPanel {...state} />}
    </BareFrame>
  );
}

const OverPanel = ({ over, loginTo }: { over: string; loginTo: string }) => (
  <AuthPanel title="Two-step sign-in">
    <Note tone="bad" title={over} />
    <LinkButton to={loginTo} block>
      Sign in again
    </LinkButton>
  </AuthPanel>
);

type CodePanelProps = { email: string; recovery: boolean; otherTo: string; passkeyTo: string | undefined };

function CodePanel({ email, recovery, otherTo, passkeyTo }: CodePanelProps) {
  const actionData = useActionData<typeof action>();
  return (
    <AuthPanel title="Two-step sign-in" meta={email}>
      {actionData && "message" in actionData && !actionData.fieldErrors.code && (
        <Note tone="bad" title={actionData.message} />
      )}
      <Form schema={codeSchema} className="form">
        {recovery ? <RecoveryField /> : <AppField />}
        <SubmitButton busyText="Signing In..." block>
          Sign In
        </SubmitButton>
      </Form>
      {passkeyTo && <PasskeyForm does="use" action={passkeyTo} button="Use a passkey instead" />}
      <p className="text-sm">
        <a href={otherTo}>{recovery ? "Use the app code" : "Use a recovery code"}</a>
      </p>
      <p className="meta">
        {recovery
          ? "No code available? A superadmin can reset your two-step sign-in."
          : "The code changes every 30 seconds. You have ten minutes to enter it."}
      </p>
    </AuthPanel>
  );
}

const AppField = () => (
  <FormField
    name="code"
    input="code"
    label="App code"
    autoComplete="one-time-code"
    hint="Six digits, from your authenticator app."
    required
  />
);

const RecoveryField = () => (
  <FormField
    name="code"
    label="Recovery code"
    autoComplete="off"
    hint="One of your ten codes. Each works once."
    required
  />
);
