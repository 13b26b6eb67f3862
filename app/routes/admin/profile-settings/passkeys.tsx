import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { NewPasskey } from "~/auth/passkeys/new-passkey";
import { PasskeyTable } from "~/auth/passkeys/passkey-table";
import { ownPasskeysScreen, removeOwnPasskeyAction } from "~/features/staff/passkeys/passkeys.screen.server";
import { ProfilePage } from "~/features/staff/profile-page";
import { Button } from "~/ui/button";
import { Input } from "~/ui/field";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => adminMeta(args, "Passkeys");

export const loader = (args: LoaderFunctionArgs) => ownPasskeysScreen(args);
export const action = (args: ActionFunctionArgs) => removeOwnPasskeyAction(args);

export default function OwnPasskeys() {
  const { passkeys, needsCode, name: typed } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  return (
    <ProfilePage current="/admin/profile-settings/passkeys">
      <div className="grid gap-6">
        {passkeys.length > 0 && <p className="meta">Removing a passkey signs out your other devices.</p>}
        <PasskeyTable
          passkeys={passkeys}
          zone={siteTz}
          removal={({ id, name }) => (
            <form method="post">
              <input type="hidden" name="passkey" value={id} />
              <Button size="sm" aria-label={`Remove ${name}`} busyText="Removing...">
                Remove
              </Button>
            </form>
          )}
        />
        <NewPasskey action="/admin/profile-settings/passkeys/new" count={passkeys.length} name={typed}>
          {needsCode && (
            <Input
              name="code"
              label="App code or recovery code"
              hint="A passkey signs you in without a code."
              autoComplete="one-time-code"
              maxLength={64}
              required
            />
          )}
        </NewPasskey>
      </div>
    </ProfilePage>
  );
}
