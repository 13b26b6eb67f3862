import { SiteSetting, type TEXT_PAGES } from "db/entities/site-setting";
import { SiteText } from "db/entities/site-text";
import { columnsAs } from "db/entity-columns.server";
import { perProcess } from "db/per-process";
import type { RowOf } from "db/sql";
import { statement } from "db/statement.server";
import * as z from "zod/mini";
import { BRAND_COLOURS, type BrandColours, brandStylesheet, HOUSE_COLOURS } from "~/ui/brand-palette";
import type { ChosenConfig } from "../chosen-config";
import { setChosenConfig } from "../config.server";
import { log } from "../log.server";
import { pageCache } from "../page-cache/page-cache.server";
import { OPTIONAL_PICTURE } from "../pictures/stored-picture.server";
import type { SiteLinks } from "./link-places";
import { type ServedStylesheet, servedStylesheet } from "./served-stylesheet.server";
import { logoOf, type SiteLogo } from "./site-logo";
import { STORED, type StoredPrices, type StoredReading } from "./stored-settings";

type TextPage = (typeof TEXT_PAGES)[number];

/** What the owner set about the site, as this process knows it; beside it stands what `config()` says. */
export type SiteSettings = Readonly<{
  /** Tells two readings apart that hold different things. */
  revision: string;
  logo?: SiteLogo;
  colours: BrandColours;
  /** Absent for the colours of the house. */
  stylesheet?: ServedStylesheet;
  links: SiteLinks;
  priceBounds: Readonly<StoredPrices>;
  /** The words of pages, in Markdown, where the owner wrote others than those that came with the site. */
  texts: Readonly<Partial<Record<TextPage, string>>>;
}>;

const NOTHING_SET: SiteSettings = {
  revision: "",
  colours: HOUSE_COLOURS,
  links: {},
  priceBounds: {},
  texts: {},
};

const SETTINGS = { ...columnsAs("s", SiteSetting, "section", "version", "chosen"), logo: OPTIONAL_PICTURE };
const READ = statement("site-settings.read", SETTINGS)`
  select ${SETTINGS} from site_settings s left join images i on i.id = s.logo_id order by s.section`;

const TEXTS = columnsAs("newest", SiteText, "page", "body");
/** Of each page the newest: an index has them in this order. */
const READ_TEXTS = statement("site-settings.texts", TEXTS)`
  select ${TEXTS} from site_settings s cross join lateral (
    select t.page, t.body from site_texts t where t.page = s.section order by t.number desc limit 1) as newest`;

const VERSIONS = columnsAs("s", SiteSetting, "section", "version");
const READ_VERSIONS = statement("site-settings.versions", VERSIONS)`
  select ${VERSIONS} from site_settings s order by s.section`;

const shared = () => perProcess("site settings", () => ({ settings: NOTHING_SET }));

/** What is set, as of the last reading. */
export const siteSettings = (): SiteSettings => shared().settings;

type Row = RowOf<typeof SETTINGS>;

const revisionOf = (rows: readonly Pick<Row, "section" | "version">[]): string =>
  rows.map(({ section, version }) => `${section} ${version}`).join(", ");

/** One reading at a time: the later one is never overtaken by what an earlier one found. */
let reading: Promise<void> = Promise.resolve();

/**
 * Reads what is set and has everything go by it from now on: pages that were kept are drawn anew. To be called after each save
 * of it, before its answer leaves.
 * @param options.anew whatever was read before: of another database
 */
export function loadSiteSettings({ anew = false } = {}): Promise<void> {
  const next = reading.catch(() => {}).then(() => readAll(anew));
  reading = next;
  return next;
}

async function readAll(anew: boolean): Promise<void> {
  const rows = await READ.all();
  const revision = revisionOf(rows);
  if (!anew && shared().settings.revision === revision) return;
  const texts = await READ_TEXTS.all();
  const { chosen, ...settings } = settingsOf(rows);
  shared().settings = {
    ...settings,
    revision,
    texts: Object.fromEntries(texts.map(({ page, body }) => [page, body])),
  };
  setChosenConfig(chosen);
  // Only now: what was drawn before would be kept with the old settings.
  pageCache().clear();
}

/** Reads it if it has another version than the one that is known: for an instance that may not have heard of a change. */
export async function catchUpWithSettings(): Promise<void> {
  if (revisionOf(await READ_VERSIONS.all()) !== siteSettings().revision) await loadSiteSettings();
}

function settingsOf(rows: readonly Row[]) {
  const site = chosenOf(rows, "site");
  const seller = chosenOf(rows, "seller");
  const reading = chosenOf(rows, "reading");
  const colours = coloursOf(site);
  const chosen: ChosenConfig = {
    siteName: site.name,
    supportPhone: site.supportPhone,
    supportEmail: site.supportEmail,
    seller,
    fewerAdsForMembers: reading.fewerAds,
    disclosureRequired: reading.disclosureRequired,
    trackRecordDays: reading.recordDays,
    recordPromise: promiseOf(reading),
  };
  const picture = rows.find(({ section }) => section === "site")?.logo ?? undefined;
  return {
    chosen,
    logo: picture && logoOf(picture, site.logoTone),
    colours,
    stylesheet: servedStylesheet(brandStylesheet(colours)),
    links: chosenOf(rows, "links"),
    priceBounds: chosenOf(rows, "prices"),
  };
}

const coloursOf = (chosen: Partial<BrandColours>): BrandColours =>
  Object.fromEntries(
    BRAND_COLOURS.map((colour) => [colour, chosen[colour] ?? HOUSE_COLOURS[colour]]),
  ) as BrandColours;

const promiseOf = ({ recordPromise }: StoredReading): ChosenConfig["recordPromise"] =>
  recordPromise && { ...recordPromise, since: new Date(recordPromise.since) };

/** A row that somebody wrote by hand and that cannot be read sets nothing: the site goes on with what the environment says. */
function chosenOf<Section extends keyof typeof STORED>(
  rows: readonly Row[],
  section: Section,
): z.output<(typeof STORED)[Section]> {
  const stored = rows.find((row) => row.section === section)?.chosen ?? {};
  const read = z.safeParse(STORED[section], stored);
  if (!read.success) log().error({ section, problems: read.error.issues }, "site settings cannot be read");
  return (read.data ?? {}) as z.output<(typeof STORED)[Section]>;
}
