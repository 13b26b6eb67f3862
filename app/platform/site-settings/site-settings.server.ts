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
import { type SiteLogo, toSiteLogo } from "./site-logo";
import { STORED, type StoredPrices, type StoredReading } from "./stored-settings";

type TextPage = (typeof TEXT_PAGES)[number];

/** The owner's settings that this process knows; `config()` has those that override the environment. */
export type SiteSettings = Readonly<{
  /** Identifies the stored versions. */
  revision: string;
  logo?: SiteLogo;
  colours: BrandColours;
  /** Absent for the default colours. */
  stylesheet?: ServedStylesheet;
  links: SiteLinks;
  priceBounds: Readonly<StoredPrices>;
  /** Texts of pages, in Markdown, that replace the supplied ones. */
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
/** The newest text of each page, by an index. */
const READ_TEXTS = statement("site-settings.texts", TEXTS)`
  select ${TEXTS} from site_settings s cross join lateral (
    select t.page, t.body from site_texts t where t.page = s.section order by t.number desc limit 1) as newest`;

const VERSIONS = columnsAs("s", SiteSetting, "section", "version");
const READ_VERSIONS = statement("site-settings.versions", VERSIONS)`
  select ${VERSIONS} from site_settings s order by s.section`;

const shared = () => perProcess("site settings", () => ({ settings: NOTHING_SET }));

/** The settings of the last read. */
export const siteSettings = (): SiteSettings => shared().settings;

type Row = RowOf<typeof SETTINGS>;

const revisionText = (rows: readonly Pick<Row, "section" | "version">[]): string =>
  rows.map(({ section, version }) => `${section} ${version}`).join(", ");

/** One read at a time, so that an older result never overwrites a newer one. */
let reading: Promise<void> = Promise.resolve();

/**
 * Reads the settings and applies them; cached pages are dropped. Call after every save, before the answer is
 * sent.
 * @param options.force applies them even if the versions are equal: after the database was replaced
 */
export function loadSiteSettings({ force = false } = {}): Promise<void> {
  const next = reading.catch(() => {}).then(() => readAll(force));
  reading = next;
  return next;
}

async function readAll(force: boolean): Promise<void> {
  const rows = await READ.all();
  const revision = revisionText(rows);
  if (!force && shared().settings.revision === revision) return;
  const texts = await READ_TEXTS.all();
  const { chosen, ...settings } = parseSettings(rows);
  shared().settings = {
    ...settings,
    revision,
    texts: Object.fromEntries(texts.map(({ page, body }) => [page, body])),
  };
  setChosenConfig(chosen);
  // Last, because pages rendered earlier would be cached with the old settings.
  pageCache().clear();
}

/** Reads the settings if their version is new: for an instance that may have missed a notification. */
export async function reloadNewerSettings(): Promise<void> {
  if (revisionText(await READ_VERSIONS.all()) !== siteSettings().revision) await loadSiteSettings();
}

function parseSettings(rows: readonly Row[]) {
  const site = parseSection(rows, "site");
  const seller = parseSection(rows, "seller");
  const reading = parseSection(rows, "reading");
  const colours = effectiveColours(site);
  const chosen: ChosenConfig = {
    siteName: site.name,
    supportPhone: site.supportPhone,
    supportEmail: site.supportEmail,
    seller,
    fewerAdsForMembers: reading.fewerAds,
    disclosureRequired: reading.disclosureRequired,
    secondPerson: reading.secondPerson,
    trackRecordDays: reading.recordDays,
    recordPromise: parsePromise(reading),
  };
  const picture = rows.find(({ section }) => section === "site")?.logo ?? undefined;
  return {
    chosen,
    logo: picture && toSiteLogo(picture, site.logoTone),
    colours,
    stylesheet: servedStylesheet(brandStylesheet(colours)),
    links: parseSection(rows, "links"),
    priceBounds: parseSection(rows, "prices"),
  };
}

const effectiveColours = (chosen: Partial<BrandColours>): BrandColours =>
  Object.fromEntries(
    BRAND_COLOURS.map((colour) => [colour, chosen[colour] ?? HOUSE_COLOURS[colour]]),
  ) as BrandColours;

const parsePromise = ({ recordPromise }: StoredReading): ChosenConfig["recordPromise"] =>
  recordPromise && { ...recordPromise, since: new Date(recordPromise.since) };

/** An unreadable row (edited by hand) sets nothing, and the environment's values apply. */
function parseSection<Section extends keyof typeof STORED>(
  rows: readonly Row[],
  section: Section,
): z.output<(typeof STORED)[Section]> {
  const stored = rows.find((row) => row.section === section)?.chosen ?? {};
  const read = z.safeParse(STORED[section], stored);
  if (!read.success) log().error({ section, problems: read.error.issues }, "site settings cannot be read");
  return (read.data ?? {}) as z.output<(typeof STORED)[Section]>;
}
