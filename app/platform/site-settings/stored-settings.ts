import * as z from "zod/mini";
import { LINK_PLACES } from "./link-places";

const hex = z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/)));

/** What `site_settings.chosen` holds of each section, as the screens wrote it. What was never set is absent. */
export const STORED = {
  site: z.object({
    name: z.optional(z.string()),
    supportPhone: z.optional(z.string()),
    /** Empty where the owner wants none, whatever the environment says. */
    supportEmail: z.optional(z.string()),
    brandLight: hex,
    brandDark: hex,
    accentLight: hex,
    accentDark: hex,
    /** Whether the logo is drawn in dark or in light colours. */
    logoTone: z.optional(z.enum(["dark", "light"])),
  }),
  seller: z.object({
    name: z.optional(z.string()),
    address: z.optional(z.array(z.string())),
    /** Null: none, whatever the environment says. */
    taxId: z.optional(z.nullable(z.string())),
    vat: z.optional(z.object({ name: z.string(), rate: z.string().check(z.regex(/^\d{1,2}\.\d\d$/)) })),
  }),
  links: z.partialRecord(z.enum(LINK_PLACES), z.string()),
  reading: z.object({
    fewerAds: z.optional(z.boolean()),
    disclosureRequired: z.optional(z.boolean()),
    /** Null: never. */
    recordDays: z.optional(z.nullable(z.number())),
    recordPromise: z.optional(z.object({ through: z.string(), days: z.number(), since: z.string() })),
  }),
  /** By kind of instrument: per cent from the last known price, beyond which a new one is asked about. */
  prices: z.record(z.string(), z.number().check(z.positive())),
} as const;

export type StoredSite = z.output<typeof STORED.site>;
export type StoredSeller = z.output<typeof STORED.seller>;
export type StoredReading = z.output<typeof STORED.reading>;
export type StoredPrices = z.output<typeof STORED.prices>;
