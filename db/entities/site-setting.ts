import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { editableColumns, oneOf } from "../columns";
import { Image } from "./image";

/** The pages whose text the owner can edit. */
export const TEXT_PAGES = ["about", "contact", "privacy", "terms", "disclaimer"] as const;

/** The sections of the settings. Each is saved as a whole in its own row, which the baseline created. */
export const SETTING_SECTIONS = ["site", "seller", "links", "reading", "prices", ...TEXT_PAGES] as const;
export type SettingSection = (typeof SETTING_SECTIONS)[number];

/**
 * The owner's settings. A missing value comes from the environment. Rows of texts hold no values: their text
 * is in `SiteText`, and their version shows that it changed.
 */
export const SiteSetting = defineEntity({
  name: "SiteSetting",
  tableName: "site_settings",
  properties: {
    ...editableColumns(),
    section: oneOf(SETTING_SECTIONS).unique(),
    chosen: p.json<Record<string, unknown>>(),
    /** The logo next to the site's name. */
    logo: () => p.manyToOne(Image).ref().nullable().deleteRule("set null").index(),
  },
  checks: [
    { name: "site_settings_chosen_object", expression: "jsonb_typeof(chosen) = 'object'" },
    { name: "site_settings_logo_place", expression: "logo_id is null or section = 'site'" },
  ],
  indexes: [{ properties: ["createdAt", "id"] }],
});
export type SiteSetting = InferEntity<typeof SiteSetting>;
