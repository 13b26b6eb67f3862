import type { LoaderFunctionArgs } from "@remix-run/node";
import { SITE_TODAY } from "db/site-day";
import { day, int, timestamp } from "db/sql";
import { statement } from "db/statement.server";
import { customField } from "~/admin-kit/field-data.server";
import { markPublicCalls } from "~/features/calls/track-record/mark-public-calls.server";
import { environmentConfig } from "~/platform/config.server";
import { reloadNewerSettings } from "~/platform/site-settings/site-settings.server";
import type { StoredReading } from "~/platform/site-settings/stored-settings";
import { AppError } from "~/web/app-error.server";
import { requireSettings } from "./settings-access.queries.server";
import { type SettingsScreen, settingsAction } from "./settings-screen.server";
import { PUBLISH_EARLIER, type ReadingForm, readingSchema, SETTINGS_PATHS } from "./site-settings.rules";

const NOW = { through: day.present.from`${SITE_TODAY} - ${int("days")}::int`, since: timestamp.from`now()` };
const PROMISED = statement("reading-settings.promised", NOW)`select ${NOW}`;

type Delay = number | null;

const currentDelay = ({ recordDays }: StoredReading): Delay =>
  recordDays === undefined ? (environmentConfig().trackRecordDays ?? null) : recordDays;

const hasFewerAds = ({ fewerAds }: StoredReading): boolean =>
  fewerAds ?? environmentConfig().fewerAdsForMembers;

const isRequired = ({ disclosureRequired }: StoredReading): boolean =>
  disclosureRequired ?? environmentConfig().disclosureRequired;

const delayText = (delay: Delay) => (delay === null ? "never" : String(delay));

const isShorter = (delay: Delay, than: Delay) => delay !== null && (than === null || delay < than);

/** Calls that were due under the old delay stay public, because the track record promised it. The promise stores the last due day of a delay that ends.
 */
async function promiseAfter(before: StoredReading, manager: Parameters<typeof PROMISED.first>[1]) {
  const days = currentDelay(before);
  const known = before.recordPromise;
  if (days === null) {
    // Nothing has become due since.
    const now = await PROMISED.first({ days: 0 }, manager);
    return known && now ? { ...known, since: now.since.toISOString() } : undefined;
  }
  const now = await PROMISED.first({ days }, manager);
  if (!now) throw new Error("The database has no day");
  const since = now.since.toISOString();
  // An earlier, shorter delay may have promised a later day.
  return known && known.through > now.through ? { ...known, since } : { through: now.through, days, since };
}

export const readingScreen: SettingsScreen<StoredReading, ReadingForm> = {
  section: "reading",
  title: "What readers see",
  path: SETTINGS_PATHS.reading,
  schema: readingSchema,
  formValues: (chosen) => ({
    fewerAds: hasFewerAds(chosen) ? "fewer" : "all",
    recordDays: delayText(currentDelay(chosen)),
    disclosureRequired: isRequired(chosen) ? "on" : "",
    secondPerson: chosen.secondPerson ? "on" : "",
  }),
  async toStored(sent, before, manager) {
    const defaults = environmentConfig();
    const fewerAds = sent.fewerAds === "fewer";
    const disclosureRequired = sent.disclosureRequired === "on";
    const changes = sent.recordDays !== currentDelay(before);
    if (changes && isShorter(sent.recordDays, currentDelay(before)) && sent[PUBLISH_EARLIER] !== "on") {
      throw new AppError(
        422,
        "With a shorter delay, waiting calls become public immediately and stay public.",
        { confirm: PUBLISH_EARLIER },
      );
    }
    return {
      ...(fewerAds === defaults.fewerAdsForMembers ? {} : { fewerAds }),
      ...(disclosureRequired === defaults.disclosureRequired ? {} : { disclosureRequired }),
      ...(sent.secondPerson === "on" ? { secondPerson: true } : {}),
      // Once changed, the owner's setting counts: a different environment would break the promise.
      ...(changes || before.recordDays !== undefined ? { recordDays: sent.recordDays } : {}),
      recordPromise: changes ? await promiseAfter(before, manager) : before.recordPromise,
    };
  },
  fields: ({ fewerAds, recordDays, disclosureRequired, secondPerson }) => [
    customField({
      name: "fewerAds",
      label: "Advertisements for paying members",
      input: "radio",
      required: true,
      value: fewerAds,
      options: [
        {
          value: "fewer",
          label:
            "Fewer: only the first ad on the front page and the one in the right column, and none that promote membership",
        },
        { value: "all", label: "The same ads as everybody else, except ads that promote membership" },
      ],
    }),
    customField({
      name: "recordDays",
      label: "Days until a settled call is public",
      input: "text",
      required: true,
      maxLength: 5,
      value: recordDays,
      hint: "A number from 0 to 9999, or never. Public calls stay public: a longer delay only applies to calls that are not due yet.",
    }),
    customField({
      name: "disclosureRequired",
      label: "Require the author’s holdings to publish briefs, picks and alerts",
      input: "checkbox",
      value: disclosureRequired,
    }),
    customField({
      name: "secondPerson",
      label: "Publication needs a second person",
      input: "checkbox",
      value: secondPerson,
      hint: "News, videos, briefs, picks, alerts and ads are published only after somebody else has approved this version.",
    }),
  ],
};

export async function readingAction(args: LoaderFunctionArgs) {
  await requireSettings(args);
  // First stores which calls are public now: under another delay their waiting time would be computed again.
  await reloadNewerSettings();
  await markPublicCalls();
  return settingsAction(args, readingScreen);
}
