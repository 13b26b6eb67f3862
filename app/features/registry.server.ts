import { markdownFields } from "~/admin-kit/fields.server";
import {
  type Exposed,
  hasForm,
  isPasteable,
  isResource,
  type Listed,
  type ListedRow,
  type ManagedRecord,
  type Pasteable,
  type Resource,
} from "~/admin-kit/resource.server";
import type { Permission, Roles } from "~/auth/permissions.server";
import { payments } from "~/features/billing/payments/payments.resource.server";
import { packages } from "~/features/billing/plans/packages.resource.server";
import { companiesDiscovery } from "~/features/companies/company.discovery.server";
import { notFound } from "~/web/replies.server";
import { BATCHES_KIND, batchPath } from "./accounts/batches/batches.rules";
import { IMPORTS_KIND, importPath } from "./accounts/imports/import-columns.rules";
import { LABELS_KIND, labelPath } from "./accounts/labels/labels.rules";
import { members } from "./accounts/members.resource.server";
import { SEGMENTS_KIND, segmentPath } from "./accounts/segments/segments.rules";
import { ads } from "./ads/ads.resource.server";
import { KEYS_KIND, keyPath } from "./api-keys/keys.rules";
import { banners } from "./banners/banners.resource.server";
import { coupons } from "./billing/coupons/coupons.resource.server";
import { calls } from "./calls/calls.resource.server";
import { alertsDiscovery } from "./content/alerts/alerts.discovery.server";
import { tradeAlerts } from "./content/alerts/alerts.resource.server";
import { briefsDiscovery } from "./content/briefs/briefs.discovery.server";
import { dailyBriefs } from "./content/briefs/briefs.resource.server";
import { newsDiscovery } from "./content/news/news.discovery.server";
import { news } from "./content/news/news.resource.server";
import { pickLists } from "./content/picks/pick-lists.resource.server";
import { picksDiscovery } from "./content/picks/picks.discovery.server";
import { stockPicks } from "./content/picks/picks.resource.server";
import { videosDiscovery } from "./content/videos/videos.discovery.server";
import { videos } from "./content/videos/videos.resource.server";
import type { Discovery } from "./discovery.server";
import { mails } from "./mail/mails.resource.server";
import { instruments } from "./markets/instruments/instruments.resource.server";
import { movers } from "./markets/movers.resource.server";
import { priceSourcePath } from "./markets/price-sources/price-source.rules";
import { priceSources } from "./markets/price-sources/price-sources.resource.server";
import { quotesDiscovery } from "./markets/quotes.discovery.server";
import { quotes } from "./markets/quotes.resource.server";
import { channelPath } from "./newsletters/channels/channels.rules";
import type { RecordNewsletter } from "./newsletters/email-choice.queries.server";
import { emailChoice } from "./newsletters/email-choice.server";
import { EDITIONS_PATH, editionPath, isNewsletter } from "./newsletters/newsletters.rules";
import { SUPPRESSED_KIND, SUPPRESSED_PATH } from "./newsletters/suppressed.rules";
import { pictures } from "./pictures/pictures.resource.server";
import { SETTINGS_KIND, SETTINGS_PATHS } from "./site-settings/site-settings.rules";
import { admins } from "./staff/admins.resource.server";
import { type BinnedKind, binnedKind, createBin } from "./staff/bin/bin.resource.server";
import { WEBHOOKS_KIND, webhookPath } from "./webhooks/webhook-screens.rules";

/** Groups of the side menu; hairlines stand between them. */
export type MenuGroup = "people" | "content" | "promotion" | "money" | "staff";

/** What other rooms need to know of a screen of the back-office. */
type Facets = {
  /** What people call it besides its title, in lower case, for “go to”. */
  words: string;
  /** It has an entry in the side menu, in this group. */
  menu?: MenuGroup;
  /** Of the menu's entry: `g` and this letter lead there. */
  letter?: string;
  /** It has a tile on the dashboard. */
  tile?: true;
  /** The chapter of the API's description, for records with endpoints of their own. */
  api?: { path: string; title: string; about: string };
  /** Where readers find its records: search, feed, sitemap, shared links. */
  discovery?: Discovery;
  /** Where one record is looked at, for those whose edit form is not the place. */
  recordPath?: (id: string) => string;
};

/** A screen of the back-office: a declared list, whose address is `/admin/<path>`. */
export type Screen = Facets & {
  path: string;
  label: string;
  readers: Roles;
  resource: Listed<ManagedRecord>;
};

/** A screen over an ordinary managed record: with forms, a delete and endpoints. */
export type Managed = Screen & { resource: Resource<ManagedRecord> };

const screen = <Row extends ListedRow>(resource: Listed<Row>, facets: Facets): Screen => ({
  ...facets,
  path: resource.path,
  label: resource.listing.title,
  readers: resource.roles.read,
  // The kit asks a declaration about its own rows only, so which rows these are need not be known here.
  resource: resource as unknown as Listed<ManagedRecord>,
});

/** Records that a newsletter sends, which they know nothing of. */
const sentByEmail = <Row extends ManagedRecord>(
  resource: Resource<Row>,
  newsletter: RecordNewsletter,
): Resource<Row> => ({ ...resource, saveChoice: emailChoice(newsletter) });

/** The records that are deleted into the bin, in the order of the side menu. */
export const BINNED: readonly BinnedKind[] = [
  binnedKind(dailyBriefs),
  binnedKind(stockPicks),
  binnedKind(tradeAlerts),
  binnedKind(news),
  binnedKind(videos),
  binnedKind(quotes),
  binnedKind(movers),
  binnedKind(ads),
  binnedKind(banners),
  binnedKind(pictures),
];

export const bin = createBin(BINNED);

/**
 * Every screen of the back-office, once, in the order of the side menu and the tiles (specification, section 2.4). Menu,
 * tiles, who may open what, the words of the change log, drafts, the API's description, the shared routes, and where readers
 * find records come from it.
 */
export const SCREENS: readonly Screen[] = [
  screen(members, {
    words: "users members subscribers customers people accounts trial complimentary",
    menu: "people",
    letter: "u",
    tile: true,
    recordPath: (id) => `/admin/manage-users/${id}`,
  }),
  screen(packages, {
    words: "plans tiers price subscription offers products",
    menu: "people",
    letter: "k",
    tile: true,
    api: {
      path: "packages",
      title: "Packages",
      about:
        "The packages that members can buy. A package with a price needs a number of days; Basic has no price. Packages that were ordered are archived instead of deleted.",
    },
  }),
  screen(sentByEmail(dailyBriefs, "briefs"), {
    words: "briefs analysis morning note company",
    menu: "content",
    letter: "b",
    tile: true,
    discovery: briefsDiscovery,
    api: {
      path: "daily-brief",
      title: "Daily briefs",
      about: "A daily note on one company. Its analysis and buy zone are for Premium and Private members.",
    },
  }),
  screen(stockPicks, {
    words: "picks stocks recommendations ideas targets",
    menu: "content",
    letter: "p",
    tile: true,
    discovery: picksDiscovery,
    api: {
      path: "stock-picks",
      title: "Stock picks",
      about:
        "Stocks with our targets. Only Premium and Private members see which stocks they are, and the two margins.",
    },
  }),
  screen(pickLists, { words: "pick lists groups collections order" }),
  screen(sentByEmail(tradeAlerts, "alerts"), {
    words: "alerts trades buy sell signals stop target",
    menu: "content",
    letter: "a",
    tile: true,
    discovery: alertsDiscovery,
    api: {
      path: "trade-alert",
      title: "Trade alerts",
      about:
        "Calls to buy or sell. A locked alert shows nothing but the time it was made. Prices are stored as sent: a stop loss on the target’s side is not an error, but the alert is then shown without risk and reward.",
    },
  }),
  screen(sentByEmail(news, "news"), {
    words: "articles posts stories headlines",
    menu: "content",
    letter: "n",
    tile: true,
    discovery: newsDiscovery,
    api: {
      path: "news",
      title: "News",
      about: "Articles, open to every reader. Editors can write them; only admins can delete them.",
    },
  }),
  screen(videos, {
    words: "video youtube clips",
    menu: "content",
    letter: "v",
    tile: true,
    discovery: videosDiscovery,
    api: {
      path: "videos",
      title: "Videos",
      about: "Videos. Only Premium and Private members see the link to a video that is not free.",
    },
  }),
  screen(quotes, {
    words: "quotes indices stocks strip ticker",
    tile: true,
    discovery: quotesDiscovery,
    api: {
      path: "markets",
      title: "Markets",
      about: "The quotes of the markets table, open to every reader.",
    },
  }),
  screen(movers, {
    words: "gainers losers most active",
    api: {
      path: "market-movers",
      title: "Market movers",
      about:
        "Gainers, losers and the most active. Everybody can read the public list; everything else is for staff only.",
    },
  }),
  screen(instruments, {
    words: "symbols tickers companies securities splits merge",
    discovery: companiesDiscovery,
  }),
  screen(priceSources, {
    words: "provider feed connector import quotes closes",
    recordPath: (id) => priceSourcePath(id),
  }),
  screen(ads, {
    words: "advertisements advertising adverts sponsors campaigns",
    menu: "promotion",
    letter: "d",
    tile: true,
    api: { path: "ads", title: "Ads", about: "Advertisements by category and slot." },
  }),
  screen(banners, {
    words: "hero slides home disclaimer",
    menu: "promotion",
    letter: "r",
    tile: true,
    api: {
      path: "banners",
      title: "Banners",
      about: "Pictures across the home page with their disclaimer note.",
    },
  }),
  screen(calls, {
    words: "track record open closed performance exits",
    recordPath: (id) => `/admin/calls/${id}`,
  }),
  screen(mails, { words: "mail emails sent delivery outbox bounced" }),
  screen(pictures, { words: "photos images library media uploads" }),
  screen(bin, {
    words: "trash deleted restore undelete recycle",
    recordPath: (id) => `/admin/bin/${id}`,
  }),
  screen(coupons, {
    words: "discounts codes promotions vouchers",
    api: {
      path: "coupons",
      title: "Coupons",
      about:
        "Discount codes, for the superadmin only: there is no public list. Coupons that were used are archived instead of deleted.",
    },
  }),
  screen(payments, {
    words: "refund invoice receipt order revenue paypal",
    menu: "money",
    letter: "y",
    tile: true,
  }),
  screen(admins, {
    words: "staff role team editors permissions invite people",
    menu: "staff",
    letter: "s",
  }),
];

/** Where a record is looked at or edited; undefined if its kind has no such page. */
export function recordLink({ path, resource, recordPath }: Screen, id: string): string | undefined {
  if (recordPath) return recordPath(id);
  return "entity" in resource && resource.form?.fields ? `/admin/${path}/${id}/edit` : undefined;
}

const isManaged = (found: Screen): found is Managed => isResource(found.resource);

/** The ordinary managed records among them. */
export const MANAGED: readonly Managed[] = SCREENS.filter(isManaged);

const LEADS: Managed["path"][] = ["news"];
const CLOSES: Managed["path"][] = ["packages"];

/** For readers news leads and what is sold closes; the others keep the menu's order. */
export const MANAGED_FOR_READERS: readonly Managed[] = [
  ...MANAGED.filter(({ path }) => LEADS.includes(path)),
  ...MANAGED.filter(({ path }) => !LEADS.includes(path) && !CLOSES.includes(path)),
  ...MANAGED.filter(({ path }) => CLOSES.includes(path)),
];

/** Where readers find records, in the order for readers: last what has pages and no list of its own. */
export const DISCOVERIES: readonly Discovery[] = [
  ...MANAGED_FOR_READERS,
  ...SCREENS.filter((one) => !isManaged(one)),
].flatMap(({ discovery }) => discovery ?? []);

/** Where the records of a section of the site are found: `discoveryOf("news")`. */
export const discoveryOf = (name: string): Discovery | undefined =>
  DISCOVERIES.find(({ section }) => section === name);

/** The router reads addresses decoded and in any casing. */
const segmentOf = (request: Request, nth: number): string =>
  decodeURIComponent(new URL(request.url).pathname.split("/")[nth] ?? "")
    .replace(/\.data$/, "")
    .toLowerCase();

/** The same by the address of one of its files. @throws 404 */
export function discoveryAt(request: Request): Discovery {
  const found = discoveryOf(segmentOf(request, 1));
  if (!found) throw notFound("There is nothing at this address.");
  return found;
}

/** The one that an address is about. @throws 404 for none */
function findByAddress<Found>(
  screens: readonly Found[],
  request: Request,
  pathOf: (screen: Found) => string | undefined,
): Found {
  const segment = segmentOf(request, 2);
  const found = screens.find((screen) => pathOf(screen) === segment);
  if (!found) throw notFound("There is nothing at this address.");
  return found;
}

/** The list behind `/admin/<path>`, for the routes that several share. */
export const adminListOf = (request: Request) => findByAddress(SCREENS, request, ({ path }) => path).resource;

/** The record behind `/admin/<path>`. */
export const adminResourceOf = (request: Request) =>
  findByAddress(MANAGED, request, ({ path }) => path).resource;

/** The same, for rows that are pasted into its list. @throws 404 where that cannot be done, too */
export function pasteableOf(request: Request): Pasteable<ManagedRecord> {
  const resource = adminResourceOf(request);
  if (!isPasteable(resource)) throw notFound("There is nothing at this address.");
  return resource;
}

/** The records of that path, where they have a form. @throws 404 for any other */
export function changeableOf(path: string) {
  const resource = SCREENS.find((one) => one.path === path.toLowerCase())?.resource;
  if (!resource || !hasForm(resource)) throw notFound("There is nothing at this address.");
  return resource;
}

/** The record of that path, where its form is written in Markdown. @throws 404 for any other */
export function writtenOf(path: string | undefined): Resource<ManagedRecord> {
  const found = MANAGED.find((one) => one.path === path?.toLowerCase());
  if (!found || markdownFields(found.resource.form).length === 0)
    throw notFound("There is nothing at this address.");
  return found.resource;
}

/** Records as the API gives them one by one, by the last part of the address of their list. */
export const exposedKind = (kind: string): Exposed<ManagedRecord> | undefined =>
  kind === "members"
    ? (members as unknown as Exposed<ManagedRecord>)
    : MANAGED.find(({ api }) => api?.path === kind)?.resource;

/** The record behind `/api/<path>`. */
export const apiResourceOf = (request: Request) =>
  findByAddress(MANAGED, request, ({ api }) => api?.path).resource;

/** The same, for rows that are pushed into its list. @throws 404 where that cannot be done, too */
export function pushableOf(request: Request): Pasteable<ManagedRecord> {
  const resource = apiResourceOf(request);
  if (!isPasteable(resource)) throw notFound("There is nothing at this address.");
  return resource;
}

/** What the change log has without a screen: one's own account, the owner's settings, imports of members. */
export const UNLISTED_KINDS: readonly {
  path: string;
  one: string;
  label: string;
  permission: Permission;
  href?: (recordId: string) => string;
}[] = [
  { path: "profile-settings", one: "account of", label: "Own accounts", permission: "admins.read" },
  {
    path: SETTINGS_KIND,
    one: "settings:",
    label: "Site settings",
    permission: "settings.read",
    href: () => SETTINGS_PATHS.site,
  },
  {
    path: "newsletters",
    one: "newsletter",
    label: "Newsletters",
    permission: "newsletters.read",
    href: (id) => (isNewsletter(id) ? EDITIONS_PATH : editionPath(id)),
  },
  {
    path: "channels",
    one: "channel",
    label: "Channels",
    permission: "settings.read",
    href: channelPath,
  },
  { path: KEYS_KIND, one: "API key", label: "API keys", permission: "keys.read", href: keyPath },
  {
    path: WEBHOOKS_KIND,
    one: "webhook",
    label: "Webhooks",
    permission: "webhooks.read",
    href: webhookPath,
  },
  {
    path: SUPPRESSED_KIND,
    one: "address",
    label: "Suppressed addresses",
    permission: "newsletters.read",
    href: () => SUPPRESSED_PATH,
  },
  {
    path: LABELS_KIND,
    one: "label",
    label: "Labels of members",
    permission: "members.write",
    href: labelPath,
  },
  {
    path: SEGMENTS_KIND,
    one: "segment",
    label: "Segments",
    permission: "members.write",
    href: segmentPath,
  },
  {
    path: BATCHES_KIND,
    one: "batch:",
    label: "Batches of members",
    permission: "members.write",
    href: batchPath,
  },
  {
    path: IMPORTS_KIND,
    one: "file of members",
    label: "Member imports",
    permission: "members.read",
    href: importPath,
  },
];
