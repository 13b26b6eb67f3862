import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { editableColumns, oneOf } from "../columns";
import { Image } from "./image";

/** The pages whose words are the owner's. */
export const TEXT_PAGES = ["about", "contact", "privacy", "terms", "disclaimer"] as const;

/** What is saved together: each part of the settings has a row, and the baseline made them. */
export const SETTING_SECTIONS = ["site", "seller", "links", "reading", "prices", ...TEXT_PAGES] as const;
export type SettingSection = (typeof SETTING_SECTIONS)[number];

/**
 * What the owner set about the site. What was never set is not in it, and is what the environment says. Rows of texts hold no
 * values: their words are `SiteText`, and their version tells that there are others.
 */
export const SiteSetting = defineEntity({
  name: "SiteSetting",
  tableName: "site_settings",
  properties: {
    ...editableColumns(),
    section: oneOf(SETTING_SECTIONS).unique(),
    chosen: p.json<Record<string, unknown>>(),
    /** Of the site's name. */
    logo: () => p.manyToOne(Image).ref().nullable().deleteRule("set null").index(),
  },
  checks: [
    { name: "site_settings_chosen_object", expression: "jsonb_typeof(chosen) = 'object'" },
    { name: "site_settings_logo_place", expression: "logo_id is null or section = 'site'" },
  ],
  indexes: [{ properties: ["createdAt", "id"] }],
});
export type SiteSetting = InferEntity<typeof SiteSetting>;
