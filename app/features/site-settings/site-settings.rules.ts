import * as z from "zod/mini";
import { positiveNumber } from "~/admin-kit/figures/positive-number";
import { mailboxSchema } from "~/auth/account.rules";
import { KIND_LABELS, PRICED_KINDS } from "~/features/markets/instruments/instrument.rules";
import type { InstrumentKind } from "~/features/markets/instruments/instruments.queries.server";
import { LINK_PLACES, type LinkPlace } from "~/platform/site-settings/link-places";
import { BRAND_COLOURS, type BrandColour } from "~/ui/brand-palette";
import { HEX } from "~/ui/colour-contrast";
import { safeHref } from "~/web/http-url";
import { requiredMessage } from "~/web/required-message";
import { safePath } from "~/web/safe-path";

/** The name of the settings in log and addresses. */
export const SETTINGS_KIND = "site-settings";

export const SETTINGS_PATHS = {
  site: "/admin/settings/site",
  seller: "/admin/settings/seller",
  texts: "/admin/settings/texts",
  links: "/admin/settings/links",
  reading: "/admin/settings/reading",
  prices: "/admin/settings/prices",
} as const;

const isKeepable = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text);

const line = (label: string, most: number) =>
  z
    .string(`${label} must be text`)
    .check(
      z.trim(),
      z.maxLength(most, `${label} must be at most ${most} characters`),
      z.refine(isKeepable, `${label} contains characters that are not allowed`),
    );

const requiredLine = (label: string, most: number) =>
  line(label, most).check(z.minLength(1, requiredMessage(label)));

export const COLOUR_LABELS: Record<BrandColour, string> = {
  brandLight: "Brand, light theme",
  brandDark: "Brand, dark theme",
  accentLight: "Accent, light theme",
  accentDark: "Accent, dark theme",
};

const colour = (label: string) =>
  z
    .string(`${label} must be text`)
    .check(
      z.trim(),
      z.toLowerCase(),
      z.regex(HEX, `${label} must be a colour such as #1b1464: # and six characters from 0 to 9 and a to f`),
    );

export const SITE_LENGTHS = { name: 40, supportPhone: 40, supportEmail: 254 } as const;

const NO_EMAIL = "Support email must be an email address such as support@example.com, or empty";

/** The file field of the site form. */
export const LOGO_FIELD = "logo";

/** The checkbox that removes it. */
export const LOGO_REMOVAL = "removeLogo";

export const siteSchema = z.object({
  name: requiredLine("Name", SITE_LENGTHS.name),
  supportPhone: requiredLine("Support number", SITE_LENGTHS.supportPhone),
  /** Empty for none; absent keeps the value. */
  supportEmail: z.optional(
    z.string(NO_EMAIL).check(
      z.trim(),
      z.refine((text) => text === "" || z.safeParse(mailboxSchema, text).success, NO_EMAIL),
    ),
  ),
  /** "on" if ticked. */
  [LOGO_REMOVAL]: z.optional(z.string()),
  ...(Object.fromEntries(BRAND_COLOURS.map((name) => [name, colour(COLOUR_LABELS[name])])) as Record<
    BrandColour,
    ReturnType<typeof colour>
  >),
});
export type SiteForm = z.output<typeof siteSchema>;

export const SELLER_LENGTHS = { name: 100, line: 100, lines: 8, taxId: 60, vatName: 20 } as const;

const addressSchema = z.pipe(
  z.string("Address must be text"),
  z.pipe(
    z.transform((text: string) =>
      text
        .split(/\r\n?|\n/)
        .map((each) => each.trim())
        .filter((each) => each !== ""),
    ),
    z
      .array(line("Each line of the address", SELLER_LENGTHS.line))
      .check(z.maxLength(SELLER_LENGTHS.lines, `Address must have at most ${SELLER_LENGTHS.lines} lines`)),
  ),
);

const NO_RATE = "VAT rate must be a percentage from 0 to 99.99, such as 20 or 7.7";

/** Stored with two decimals: "7.7" is "7.70". Empty: receipts have no tax line. */
const rateSchema = z.pipe(
  z.string("VAT rate must be text").check(z.trim(), z.regex(/^(\d{1,2}(\.\d{1,2})?)?$/, NO_RATE)),
  z.transform((rate) => {
    const [whole = "", fraction = ""] = rate.split(".");
    return whole === "" ? "" : `${Number(whole)}.${fraction.padEnd(2, "0")}`;
  }),
);

/** A form without the tax fields keeps their values. */
export const sellerSchema = z
  .object({
    /** Empty for the default. */
    company: line("Company", SELLER_LENGTHS.name),
    address: addressSchema,
    taxId: line("Tax number", SELLER_LENGTHS.taxId),
    vatRate: z.optional(rateSchema),
    vatName: z.optional(line("Name of the tax", SELLER_LENGTHS.vatName)),
  })
  .check(
    z.refine(({ vatRate, vatName }) => vatRate !== "" || !vatName, {
      path: ["vatRate"],
      error: "VAT rate is required if the tax has a name",
    }),
  );
export type SellerForm = z.output<typeof sellerSchema>;

/** The labels of the link fields. */
export const LINK_LABELS: Record<LinkPlace, string> = {
  academy: "Academy",
  community: "Community",
  aiDriven: "AI driven",
  gamification: "Gamification",
  portfolio: "Portfolio",
  watchlist: "Watchlist",
  tradeIdeas: "Trade Ideas",
  careers: "Careers",
  press: "Press",
  helpCenter: "Help Center",
  facebook: "Facebook",
  x: "X",
  youtube: "YouTube",
};

export const MAX_LINK_LENGTH = 500;

/** A normalised path on this site or https address; undefined for anything else. */
export function linkTarget(text: string): string | undefined {
  const own = safePath(text);
  if (own) return own;
  const href = safeHref(text);
  return href?.startsWith("https://") ? href : undefined;
}

const link = (label: string) =>
  z.pipe(
    line(label, MAX_LINK_LENGTH),
    z.transform((text: string, { issues }) => {
      if (text === "") return "";
      const target = linkTarget(text);
      if (target !== undefined && target.length <= MAX_LINK_LENGTH) return target;
      issues.push({
        code: "custom",
        message: `${label} must be a path on this site such as /contact, or an address that starts with https://`,
        input: text,
      });
      return z.NEVER;
    }),
  );

export const linksSchema = z.object(
  Object.fromEntries(LINK_PLACES.map((place) => [place, link(LINK_LABELS[place])])) as Record<
    LinkPlace,
    ReturnType<typeof link>
  >,
);
export type LinksForm = z.output<typeof linksSchema>;

const NO_DAYS = "Days must be a whole number from 0 to 9999, or never";

/** Ticked to publish waiting calls immediately, which cannot be undone. */
export const PUBLISH_EARLIER = "publishEarlier";

export const readingSchema = z.object({
  fewerAds: z.enum(["fewer", "all"], "Choose which advertisements paying members see"),
  recordDays: z.pipe(
    z.string(NO_DAYS).check(z.trim(), z.toLowerCase(), z.regex(/^(\d{1,4}|never)$/, NO_DAYS)),
    z.transform((days) => (days === "never" ? null : Number(days))),
  ),
  disclosureRequired: z.optional(z.string()),
  secondPerson: z.optional(z.string()),
  [PUBLISH_EARLIER]: z.optional(z.string()),
});
export type ReadingForm = z.output<typeof readingSchema>;

export const MOST_PERCENT = 10_000;

const percent = (label: string) =>
  z.pipe(
    positiveNumber(label),
    z.transform(Number).check(z.maximum(MOST_PERCENT, `${label} must be at most 10,000`)),
  );

/** Per cent from the last known price, by kind of instrument. */
export const priceBoundsSchema = z.object(
  Object.fromEntries(PRICED_KINDS.map((kind) => [kind, percent(KIND_LABELS[kind])])) as Record<
    InstrumentKind,
    ReturnType<typeof percent>
  >,
);
export type PriceBoundsForm = z.output<typeof priceBoundsSchema>;

/** The labels of all settings in the log. */
export const SETTING_LABELS: Readonly<Record<string, string>> = {
  name: "Name",
  supportPhone: "Support number",
  supportEmail: "Support email",
  [LOGO_FIELD]: "Logo",
  ...COLOUR_LABELS,
  company: "Company",
  address: "Address",
  taxId: "Tax number",
  ...LINK_LABELS,
  fewerAds: "Advertisements for paying members",
  recordDays: "Days until a settled call is public",
  disclosureRequired: "Holdings required",
  secondPerson: "Publication needs a second person",
  ...KIND_LABELS,
  body: "Text",
};
