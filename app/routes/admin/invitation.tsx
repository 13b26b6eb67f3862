import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { passwordResetFormSchema } from "~/auth/account.rules";
import { NewPasswordFields } from "~/features/accounts/new-password-fields";
import { AuthPanel, BareFrame } from "~/features/site-shell/bare-frame";
import { acceptAction, invitationScreen } from "~/features/staff/invitations/invitations.screen.server";
import { Note } from "~/ui/message";
import { Form, SubmitButton } from "~/web/form";
import { pageMeta } from "~/web/meta";
import { useRootData } from "~/web/root-data";
import { ThemeChoice } from "~/web/theme-choice";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Your invitation", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => invitationScreen(args);
export const action = (args: ActionFunctionArgs) => acceptAction(args);

export default function Invitation() {
  const { siteName } = useRootData();
  const { person } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <BareFrame siteName={siteName} plain horizon settings={<ThemeChoice />}>
      <AuthPanel title="Your invitation" meta={`${siteName} back-office`}>
        {person ? (
          <>
            <p>{welcome(person)}</p>
            {actionData && "message" in actionData && <Note tone="bad" title={actionData.message} />}
            <Form schema={passwordResetFormSchema} className="form">
              <NewPasswordFields name="password" hint="At least 8 characters." />
              <SubmitButton busyText="Saving..." block>
                Set password
              </SubmitButton>
            </Form>
          </>
        ) : (
          <Note tone="bad" title="This invitation has expired">
            An invitation works once and expires after three days. A newer one replaces it. Ask the person who
            invited you for a new one.
          </Note>
        )}
      </AuthPanel>
    </BareFrame>
  );
}

const welcome = ({ fullname, email, role }: { fullname: string; email: string; role: string }) =>
  `${fullname}, you are invited to join as ${role === "admin" ? "an admin" : "an editor"}. Choose a password, then sign in with ${email}.`;
