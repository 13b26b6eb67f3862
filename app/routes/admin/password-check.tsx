import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { CONTINUED_FIELD } from "~/auth/continued-field";
import { passwordCheckSchema } from "~/features/staff/own-password.rules";
import { passwordCheckAction, passwordCheckScreen } from "~/features/staff/password-check.screen.server";
import { LinkButton } from "~/ui/button";
import { AdminHead } from "~/ui/head";
import { Note } from "~/ui/message";
import { Form, SubmitButton } from "~/web/form";
import { FormField } from "~/web/form-field";

export const meta: MetaFunction<typeof loader> = (args) => [
  ...adminMeta(args, "Confirm your password"),
  ...(args.data?.file ? [{ httpEquiv: "refresh", content: `1;url=${args.data.file}` }] : []),
];

export const loader = (args: LoaderFunctionArgs) => passwordCheckScreen(args);
export const action = (args: ActionFunctionArgs) => passwordCheckAction(args);

export default function PasswordCheck() {
  const { file, backTo, holds } = useLoaderData<typeof loader>();
  return (
    <AdminPage>
      <AdminHead
        title={file ? "Your file" : "Confirm your password"}
        meta={
          file
            ? "The download starts automatically."
            : "We ask for your password before you change prices or accounts or download personal data, and once an hour before you edit members."
        }
      />
      {file ? <Download file={file} backTo={backTo} /> : <PasswordForm holds={holds} backTo={backTo} />}
    </AdminPage>
  );
}

const Download = ({ file, backTo }: { file: string; backTo: string }) => (
  <div className="actions">
    <LinkButton to={file} variant="brand">
      Download
    </LinkButton>
    <LinkButton to={backTo}>Back to the list</LinkButton>
  </div>
);

function PasswordForm({ holds, backTo }: { holds: boolean; backTo: string }) {
  const actionData = useActionData<typeof action>();
  const problem = actionData && "message" in actionData ? actionData : undefined;
  return (
    <Form schema={passwordCheckSchema} className="form max-w-form">
      {problem && !problem.fieldErrors.currentPassword && <Note tone="bad" title={problem.message} />}
      {holds && <p>Your changes are kept and will be submitted after this step.</p>}
      <input type="hidden" name={CONTINUED_FIELD} value="on" />
      <FormField
        input="password"
        name="currentPassword"
        label="Password"
        autoComplete="current-password"
        required
      />
      <div className="actions">
        <SubmitButton busyText="Checking...">Continue</SubmitButton>
        <LinkButton to={backTo}>Cancel</LinkButton>
      </div>
    </Form>
  );
}
