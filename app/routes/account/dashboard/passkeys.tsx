import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NewPasskey } from "~/auth/passkeys/new-passkey";
import { PasskeyTable } from "~/auth/passkeys/passkey-table";
import { AccountSubpage } from "~/features/accounts/account-page";
import { passkeysScreen } from "~/features/accounts/passkeys.screen.server";
import { LinkButton } from "~/ui/button";
import { PasswordInput } from "~/ui/field";
import { pageMeta } from "~/web/meta";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Passkeys", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => passkeysScreen(args);

export default function Passkeys() {
  const { passkeys, name: typed } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  return (
    <AccountSubpage title="Passkeys">
      <PasskeyTable
        passkeys={passkeys}
        zone={siteTz}
        removal={({ id, name }) => (
          <LinkButton size="sm" to={`/dashboard/passkeys/${id}/removal`} aria-label={`Remove ${name}`}>
            Remove
          </LinkButton>
        )}
      />
      <NewPasskey action="/dashboard/passkeys/new" count={passkeys.length} name={typed}>
        <PasswordInput name="password" label="Your password" autoComplete="current-password" required />
      </NewPasskey>
    </AccountSubpage>
  );
}
