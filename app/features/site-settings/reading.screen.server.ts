import type { LoaderFunctionArgs } from "@remix-run/node";
import { SITE_TODAY } from "db/site-day";
import { day, int, timestamp } from "db/sql";
import { statement } from "db/statement.server";
import { customField } from "~/admin-kit/field-data.server";
import { writeDownPublicCalls } from "~/features/calls/track-record/write-down-public.queries.server";
import { configOfEnvironment } from "~/platform/config.server";
import { catchUpWithSettings } from "~/platform/site-settings/site-settings.server";
import type { StoredReading } from "~/platform/site-settings/stored-settings";
import { AppError } from "~/web/app-error.server";
import { requireSettings } from "./settings-access.queries.server";
import { type SettingsScreen, settingsAction } from "./settings-screen.server";
import { PUBLISH_EARLIER, type ReadingForm, readingSchema, SETTINGS_PATHS } from "./site-settings.rules";

const NOW = { through: day.present.from`${SITE_TODAY} - ${int("days")}::int`, since: timestamp.from`now()` };
const PROMISED = statement("reading-settings.promised", NOW)`select ${NOW}`;

type Delay = number | null;

const delayOf = ({ recordDays }: StoredReading): Delay =>
  recordDays === undefined ? (configOfEnvironment().trackRecordDays ?? null) : recordDays;

const fewerAdsOf = ({ fewerAds }: StoredReading): boolean =>
  fewerAds ?? configOfEnvironment().fewerAdsForMembers;

const isRequired = ({ disclosureRequired }: StoredReading): boolean =>
  disclosureRequired ?? configOfEnvironment().disclosureRequired;

const inWords = (delay: Delay) => (delay === null ? "never" : String(delay));

const isShorter = (delay: Delay, than: Delay) => delay !== null && (than === null || delay < than);

/**
 * What was due under the delay until now stays public whatever comes: the record promised it. So much is kept of each delay that
 * ends: the last day that was due under it.
 */
async function promiseAfter(before: StoredReading, manager: Parameters<typeof PROMISED.first>[1]) {
  const days = delayOf(before);
  const known = before.recordPromise;
  if (days === null) {
    // Nothing became due meanwhile.
    const now = await PROMISED.first({ days: 0 }, manager);
    return known && now ? { ...known, since: now.since.toISOString() } : undefined;
  }
  const now = await PROMISED.first({ days }, manager);
  if (!now) throw new Error("The database has no day");
  const since = now.since.toISOString();
  // A shorter delay before may have promised more than this one has come to.
  return known && known.through > now.through ? { ...known, since } : { through: now.through, days, since };
}

export const readingScreen: SettingsScreen<StoredReading, ReadingForm> = {
  section: "reading",
  title: "What readers see",
  path: SETTINGS_PATHS.reading,
  schema: readingSchema,
  valuesOf: (chosen) => ({
    fewerAds: fewerAdsOf(chosen) ? "fewer" : "all",
    recordDays: inWords(delayOf(chosen)),
    disclosureRequired: isRequired(chosen) ? "on" : "",
  }),
  async chosenOf(sent, before, manager) {
    const said = configOfEnvironment();
    const fewerAds = sent.fewerAds === "fewer";
    const disclosureRequired = sent.disclosureRequired === "on";
    const changes = sent.recordDays !== delayOf(before);
    if (changes && isShorter(sent.recordDays, delayOf(before)) && sent[PUBLISH_EARLIER] !== "on") {
      throw new AppError(
        422,
        "With a shorter delay, calls that are still waiting become public at once, and stay public.",
        { confirm: PUBLISH_EARLIER },
      );
    }
    return {
      ...(fewerAds === said.fewerAdsForMembers ? {} : { fewerAds }),
      ...(disclosureRequired === said.disclosureRequired ? {} : { disclosureRequired }),
      // Once it was changed it is the owner's: an environment that says otherwise would break what was promised.
      ...(changes || before.recordDays !== undefined ? { recordDays: sent.recordDays } : {}),
      recordPromise: changes ? await promiseAfter(before, manager) : before.recordPromise,
    };
  },
  fields: ({ fewerAds, recordDays, disclosureRequired }) => [
    customField({
      name: "fewerAds",
      label: "Advertisements for members who pay",
      input: "radio",
      required: true,
      value: fewerAds,
      options: [
        {
          value: "fewer",
          label: "Fewer: the first of the front page and of the right column, none for memberships",
        },
        { value: "all", label: "As many as everybody sees, but none for memberships" },
      ],
    }),
    customField({
      name: "recordDays",
      label: "Days until a settled call is public",
      input: "text",
      required: true,
      maxLength: 5,
      value: recordDays,
      hint: "A number from 0 to 9999, or never. What is public stays public: a longer delay holds for what is not due yet.",
    }),
    customField({
      name: "disclosureRequired",
      label: "Briefs, picks and alerts are published only with what their author holds",
      input: "checkbox",
      value: disclosureRequired,
    }),
  ],
};

export async function readingAction(args: LoaderFunctionArgs) {
  await requireSettings(args);
  // What is public now is written down first: under another delay it would be asked anew what it waited for.
  await catchUpWithSettings();
  await writeDownPublicCalls();
  return settingsAction(args, readingScreen);
}
