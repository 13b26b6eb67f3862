import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { adminMeta } from "~/admin-kit/admin-page";
import { linksScreen } from "~/features/site-settings/links.screen.server";
import { SettingsForm, SettingsPage } from "~/features/site-settings/settings-page";
import { settingsAction, settingsScreen } from "~/features/site-settings/settings-screen.server";
import { linksSchema, SETTINGS_PATHS } from "~/features/site-settings/site-settings.rules";

export const handle = { hydrate: true };

export const meta: MetaFunction = (args) => adminMeta(args, "Links");

export const loader = (args: LoaderFunctionArgs) => settingsScreen(args, linksScreen);
export const action = (args: ActionFunctionArgs) => settingsAction(args, linksScreen);

export default function LinkSettings() {
  return (
    <SettingsPage tab={SETTINGS_PATHS.links}>
      <SettingsForm
        schema={linksSchema}
        lead="Entries without an address are greyed out. Enter a path on this site such as /contact, or an address that starts with https://."
      />
    </SettingsPage>
  );
}
