import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { adminMeta } from "~/admin-kit/admin-page";
import { pricesScreen } from "~/features/site-settings/prices.screen.server";
import { SettingsForm, SettingsPage } from "~/features/site-settings/settings-page";
import { settingsAction, settingsScreen } from "~/features/site-settings/settings-screen.server";
import { priceBoundsSchema, SETTINGS_PATHS } from "~/features/site-settings/site-settings.rules";

export const handle = { hydrate: true };

export const meta: MetaFunction = (args) => adminMeta(args, "Prices");

export const loader = (args: LoaderFunctionArgs) => settingsScreen(args, pricesScreen);
export const action = (args: ActionFunctionArgs) => settingsAction(args, pricesScreen);

export default function PriceSettings() {
  return (
    <SettingsPage tab={SETTINGS_PATHS.prices}>
      <SettingsForm
        schema={priceBoundsSchema}
        lead="If a new price differs from the last known price by more than this, staff must confirm it before it is saved. The API saves it with a warning."
      />
    </SettingsPage>
  );
}
