import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { passwordOnlySchema } from "~/auth/account.rules";
import { AccountSubpage } from "~/features/accounts/account-page";
import { passkeyRemovalScreen, removePasskeyAction } from "~/features/accounts/passkeys.screen.server";
import { Note } from "~/ui/message";
import { Form, SubmitButton, useFormError } from "~/web/form";
import { FormField } from "~/web/form-field";
import { pageMeta } from "~/web/meta";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Remove a passkey", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => passkeyRemovalScreen(args);
export const action = (args: ActionFunctionArgs) => removePasskeyAction(args);

export default function PasskeyRemoval() {
  const { name } = useLoaderData<typeof loader>();
  const error = useFormError();
  return (
    <AccountSubpage title="Remove a passkey">
      {error && !error.fieldErrors.password && <Note tone="bad" title={error.message} />}
      <p>
        “{name}” will no longer sign you in, and all other devices are signed out. Delete it on its device as
        well.
      </p>
      <Form schema={passwordOnlySchema} className="form max-w-form">
        <FormField
          input="password"
          name="password"
          label="Your password"
          autoComplete="current-password"
          required
        />
        <div className="actions">
          <SubmitButton busyText="Removing..." danger>
            Remove passkey
          </SubmitButton>
          <a href="/dashboard/passkeys">Keep it</a>
        </div>
      </Form>
    </AccountSubpage>
  );
}
