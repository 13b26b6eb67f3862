import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import {
  addNewsletterAction,
  addNewsletterScreen,
} from "~/features/newsletters/newsletter-settings.screen.server";

export const loader = (args: LoaderFunctionArgs) => addNewsletterScreen(args);
export const action = (args: ActionFunctionArgs) => addNewsletterAction(args);
export {
  AddNewsletterPage as default,
  addNewsletterMeta as meta,
} from "~/features/newsletters/newsletter-settings-page";
