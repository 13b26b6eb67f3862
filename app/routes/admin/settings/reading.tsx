import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { adminMeta } from "~/admin-kit/admin-page";
import { readingAction, readingScreen } from "~/features/site-settings/reading.screen.server";
import { SettingsForm, SettingsPage } from "~/features/site-settings/settings-page";
import { settingsScreen } from "~/features/site-settings/settings-screen.server";
import { readingSchema, SETTINGS_PATHS } from "~/features/site-settings/site-settings.rules";

export const handle = { hydrate: true };

export const meta: MetaFunction = (args) => adminMeta(args, "What readers see");

export const loader = (args: LoaderFunctionArgs) => settingsScreen(args, readingScreen);
export const action = (args: ActionFunctionArgs) => readingAction(args);

export default function ReadingSettings() {
  return (
    <SettingsPage tab={SETTINGS_PATHS.reading}>
      <SettingsForm schema={readingSchema} lead="Advertisements and the public track record." />
    </SettingsPage>
  );
}
