import type { LoaderFunctionArgs } from "@remix-run/node";
import { customField } from "~/admin-kit/field-data.server";
import { closeForm, formOpenings } from "~/admin-kit/openings/openings.server";
import { versionOf } from "~/admin-kit/parse-submission.server";
import { withNotes } from "~/admin-kit/submit.server";
import { withRecentPassword } from "~/auth/recent-password.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { environmentConfig } from "~/platform/config.server";
import { siteSettings } from "~/platform/site-settings/site-settings.server";
import type { StoredSite } from "~/platform/site-settings/stored-settings";
import {
  BRAND_COLOURS,
  type BrandColours,
  HOUSE_COLOURS,
  unreadable,
  worstContrast,
} from "~/ui/brand-palette";
import { AppError, parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import type { PictureField } from "~/web/pending-pictures.server";
import { redirectWithToast } from "~/web/toast.server";
import { uploadedPhoto } from "~/web/uploaded-photo.server";
import { measureTone } from "./logo-tone.server";
import { mergeSettings, type SettingsForm, saveSettings, settingsAsSaved } from "./save-settings.server";
import { requireSettings } from "./settings-access.queries.server";
import { SAVED } from "./settings-screen.server";
import {
  COLOUR_LABELS,
  LOGO_FIELD,
  LOGO_REMOVAL,
  SETTINGS_KIND,
  SETTINGS_PATHS,
  SITE_LENGTHS,
  type SiteForm,
  siteSchema,
} from "./site-settings.rules";

type Sent = SiteForm & { logoTone?: StoredSite["logoTone"] | null };

const siteForm: SettingsForm<StoredSite, Sent> = {
  section: "site",
  title: "Name, logo and colours",
  formValues: (chosen) => {
    const defaults = environmentConfig();
    return {
      name: chosen.name ?? defaults.siteName,
      supportPhone: chosen.supportPhone ?? defaults.supportPhone,
      supportEmail: chosen.supportEmail ?? defaults.supportEmail ?? "",
      ...Object.fromEntries(BRAND_COLOURS.map((colour) => [colour, chosen[colour] ?? HOUSE_COLOURS[colour]])),
    };
  },
  toStored: ({ name, supportPhone, supportEmail, logoTone, ...sent }, before) => {
    const defaults = environmentConfig();
    const email = supportEmail ?? before.supportEmail;
    const tone = logoTone === undefined ? before.logoTone : (logoTone ?? undefined);
    return {
      ...(name === defaults.siteName ? {} : { name }),
      ...(supportPhone === defaults.supportPhone ? {} : { supportPhone }),
      ...(email === undefined || email === (defaults.supportEmail ?? "") ? {} : { supportEmail: email }),
      ...Object.fromEntries(
        BRAND_COLOURS.filter((colour) => sent[colour] !== HOUSE_COLOURS[colour]).map((colour) => [
          colour,
          sent[colour],
        ]),
      ),
      ...(tone && { logoTone: tone }),
    };
  },
  fields: (values) => {
    const { logo } = siteSettings();
    return [
      customField({
        name: "name",
        label: "Name",
        input: "text",
        required: true,
        maxLength: SITE_LENGTHS.name,
        value: values.name,
        hint: "Used in titles, emails, feeds and share cards. Without a logo it appears in the site’s serif font.",
      }),
      customField({
        name: "supportPhone",
        label: "Support number",
        input: "text",
        required: true,
        maxLength: SITE_LENGTHS.supportPhone,
        value: values.supportPhone,
        hint: "Shown to members. For messages only.",
      }),
      customField({
        name: "supportEmail",
        label: "Support email",
        input: "email",
        maxLength: SITE_LENGTHS.supportEmail,
        value: values.supportEmail,
        hint: "Shown next to the number. Leave empty to show none.",
      }),
      customField({
        name: LOGO_FIELD,
        label: "Logo",
        input: "picture",
        hint: "PNG or WebP with a transparent background, or JPEG; at most 5 MB. Shown 34 pixels high. If its contrast with the page is too low, the site adds a background.",
        picture: logo && { src: logo.src, srcSet: "", width: logo.width, height: logo.height },
      }),
      ...(logo
        ? [
            customField({
              name: LOGO_REMOVAL,
              label: "Remove the logo and show the name instead",
              input: "checkbox",
            }),
          ]
        : []),
      ...BRAND_COLOURS.map((colour) =>
        customField({
          name: colour,
          label: COLOUR_LABELS[colour],
          input: "text",
          required: true,
          maxLength: 7,
          half: true,
          value: values[colour],
          hint: `Default: ${HOUSE_COLOURS[colour]}.`,
        }),
      ),
    ];
  },
};

export async function siteScreen(args: LoaderFunctionArgs) {
  const staff = await requireSettings(args);
  const { version, values } = await settingsAsSaved(siteForm);
  const colours = Object.fromEntries(
    BRAND_COLOURS.map((colour) => [colour, values[colour]]),
  ) as unknown as BrandColours;
  return {
    version,
    openings: await formOpenings(args, SETTINGS_KIND, siteForm.section, staff),
    fields: siteForm.fields(values),
    swatches: BRAND_COLOURS.map((colour) => ({
      label: COLOUR_LABELS[colour],
      hex: colours[colour],
      ...worstContrast(colour, colours),
    })),
  };
}

/**
 * Asks for the password like the seller's data: receipts use the site's name for the seller unless another is
 * set.
 */
export async function siteAction(sent: LoaderFunctionArgs) {
  const staff = await requireSettings(sent);
  const args = await withRecentPassword(sent, staff, "seller.write");
  return formReply(
    args,
    "Failed to save settings",
    async (typed) => {
      const { submission, notes } = await mergeSettings(typed, siteForm);
      const chosen = parseOrThrow(siteSchema, submission.values);
      const picture = await uploadedPhoto(submission, LOGO_FIELD);
      requireReadable(chosen);
      const isRemoved = !picture && chosen[LOGO_REMOVAL] === "on";
      const logoTone = picture ? await measureTone(picture) : isRemoved ? null : undefined;
      await saveSettings(staff, siteForm, {
        sent: { ...chosen, logoTone },
        version: versionOf(submission),
        logo: isRemoved ? null : picture,
      });
      await closeForm(SETTINGS_KIND, siteForm.section, staff);
      return redirectWithToast(SETTINGS_PATHS.site, { tone: "good", text: withNotes(SAVED, notes) });
    },
    logoPlace(staff),
  );
}

/** Where an uploaded logo is stored while its form is refused. */
const logoPlace = ({ id }: StaffViewer): PictureField => ({
  owner: { kind: "staff", id },
  form: "site-settings",
  field: LOGO_FIELD,
});

/** @throws AppError 422 with the measured contrast and the nearest allowed colour */
function requireReadable(colours: BrandColours): void {
  const wrong = BRAND_COLOURS.flatMap((colour) => {
    const found = unreadable(colour, colours);
    if (!found) return [];
    const { on, contrast, nearest } = found;
    // Rounded down, so that a refused contrast never looks sufficient.
    const measure = (Math.floor(contrast * 100) / 100).toFixed(2);
    return [
      [
        colour,
        `${COLOUR_LABELS[colour]}: contrast ${measure} to 1 (${on}); the minimum is 4.5. The nearest allowed colour is ${nearest}`,
      ] as const,
    ];
  });
  if (wrong.length > 0) {
    throw new AppError(422, "A colour has too little contrast.", {
      fieldErrors: Object.fromEntries(wrong),
    });
  }
}
