import { customField } from "~/admin-kit/field-data.server";
import { LINK_PLACES, type LinkPlace, type SiteLinks } from "~/platform/site-settings/link-places";
import type { SettingsScreen } from "./settings-screen.server";
import {
  LINK_LABELS,
  type LinksForm,
  linksSchema,
  MAX_LINK_LENGTH,
  SETTINGS_PATHS,
} from "./site-settings.rules";

/** Where each link appears, as a hint. */
const DRAWN_AT: Record<LinkPlace, string> = {
  academy: "In Extras and in the footer.",
  community: "In Extras.",
  aiDriven: "In Extras.",
  gamification: "In Extras.",
  portfolio: "In the footer.",
  watchlist: "In the footer and the members’ menu. Leave empty to link to the member’s watchlist.",
  tradeIdeas: "In the footer. Leave empty to link to Trade Alerts.",
  careers: "In the footer.",
  press: "In the footer.",
  helpCenter: "In the members’ menu.",
  facebook: "In the footer.",
  x: "In the footer.",
  youtube: "In the footer.",
};

export const linksScreen: SettingsScreen<SiteLinks, LinksForm> = {
  section: "links",
  title: "Links",
  path: SETTINGS_PATHS.links,
  schema: linksSchema,
  formValues: (chosen) => Object.fromEntries(LINK_PLACES.map((place) => [place, chosen[place] ?? ""])),
  toStored: (sent) => Object.fromEntries(Object.entries(sent).filter(([, target]) => target !== "")),
  fields: (values) =>
    LINK_PLACES.map((place) =>
      customField({
        name: place,
        label: LINK_LABELS[place],
        input: "url",
        maxLength: MAX_LINK_LENGTH,
        half: true,
        value: values[place],
        hint: DRAWN_AT[place],
      }),
    ),
};
