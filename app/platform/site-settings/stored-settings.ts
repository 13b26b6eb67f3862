import * as z from "zod/mini";
import { LINK_PLACES } from "./link-places";

const hex = z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/)));

/** The format of `site_settings.chosen`, by section, as the screens write it. Absent: never set. */
export const STORED = {
  site: z.object({
    name: z.optional(z.string()),
    supportPhone: z.optional(z.string()),
    /** Empty: no address, whatever the environment says. */
    supportEmail: z.optional(z.string()),
    brandLight: hex,
    brandDark: hex,
    accentLight: hex,
    accentDark: hex,
    /** Whether the logo is dark or light. */
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
    secondPerson: z.optional(z.boolean()),
    /** Null: never. */
    recordDays: z.optional(z.nullable(z.number())),
    recordPromise: z.optional(z.object({ through: z.string(), days: z.number(), since: z.string() })),
  }),
  /** By kind of instrument: the change in per cent from the last known price that needs confirmation. */
  prices: z.record(z.string(), z.number().check(z.positive())),
} as const;

export type StoredSite = z.output<typeof STORED.site>;
export type StoredSeller = z.output<typeof STORED.seller>;
export type StoredReading = z.output<typeof STORED.reading>;
export type StoredPrices = z.output<typeof STORED.prices>;
