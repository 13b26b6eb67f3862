import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { adminMeta } from "~/admin-kit/admin-page";
import { sellerScreen } from "~/features/site-settings/seller.screen.server";
import { SettingsForm, SettingsPage } from "~/features/site-settings/settings-page";
import { settingsAction, settingsScreen } from "~/features/site-settings/settings-screen.server";
import { SETTINGS_PATHS, sellerSchema } from "~/features/site-settings/site-settings.rules";

export const handle = { hydrate: true };

export const meta: MetaFunction = (args) => adminMeta(args, "Seller’s data");

export const loader = (args: LoaderFunctionArgs) => settingsScreen(args, sellerScreen);
export const action = (args: ActionFunctionArgs) => settingsAction(args, sellerScreen);

export default function SellerSettings() {
  return (
    <SettingsPage tab={SETTINGS_PATHS.seller}>
      <SettingsForm schema={sellerSchema} lead="Shown on new receipts. Existing receipts do not change." />
    </SettingsPage>
  );
}
