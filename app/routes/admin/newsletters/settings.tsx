import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import {
  newsletterSettingsAction,
  newsletterSettingsScreen,
} from "~/features/newsletters/newsletter-settings.screen.server";

export const loader = (args: LoaderFunctionArgs) => newsletterSettingsScreen(args);
export const action = (args: ActionFunctionArgs) => newsletterSettingsAction(args);
export {
  NewsletterSettingsPage as default,
  newsletterSettingsMeta as meta,
} from "~/features/newsletters/newsletter-settings-page";
