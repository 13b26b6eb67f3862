import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type Access, accessTo } from "~/access/access.server";
import { UpgradePanel } from "~/access/paywall";
import { PaywallPixel, usePlansLink } from "~/access/plans-link";
import { UPGRADE } from "~/access/upgrade";
import { viewerOf } from "~/auth/viewer.server";
import { AdSlot } from "~/features/ads/ad-slot";
import { adsFor, toAdProps } from "~/features/ads/ads.queries.server";
import { priceNote } from "~/features/billing/plans/packages.queries.server";
import { HOLDINGS_NOTE, MaskedNote } from "~/features/content/picks/pick-cells";
import { categoriesInUse, pickTotals } from "~/features/content/picks/pick-counts.queries.server";
import { PickLists } from "~/features/content/picks/pick-lists";
import { pickLists } from "~/features/content/picks/pick-lists.queries.server";
import { PICKS_FEED } from "~/features/content/picks/picks.meta";
import { PICK_CATEGORIES, pickPosition, picks } from "~/features/content/picks/picks.queries.server";
import {
  allowedSorts,
  DEFAULT_SORT,
  type PickSort,
  pickParams,
  readPickSort,
  sortOption,
} from "~/features/content/picks/picks.rules";
import { PicksTable } from "~/features/content/picks/picks-table";
import { loadQuarters } from "~/features/markets/instruments/closes.queries.server";
import { LinkButton } from "~/ui/button";
import { pluralize, truncate } from "~/ui/format";
import { PageHead } from "~/ui/head";
import { SortMenu } from "~/ui/menu";
import { READ_NEWS } from "~/ui/message";
import { NoRows, Pager } from "~/ui/pager";
import { RangeLegend } from "~/ui/range-legend";
import { Tabs } from "~/ui/tabs";
import { Time } from "~/ui/time";
import { UnreadList } from "~/ui/unread-list";
import { pageMeta } from "~/web/meta";
import { loadOr, readBesideOr } from "~/web/optional-parts.server";
import { pageHref, pageRange, requestedPageNumber } from "~/web/paging";
import { useRootData } from "~/web/root-data";
import { isUuid } from "~/web/uuid";

export const handle = {
  serifText: true,
  shared: true,
  params: ["category", "sort", "direction", "page", "pick"],
  sidebar: false,
};

const PATH = "/stock-picks";
const PAGE_SIZE = 12;

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: args.data?.category ? `Stock Picks: ${args.data.category}` : "Stock Picks",
    description: "Our model lists, with a target for this year and for 2028.",
    picture: { path: "/og/stock-picks.png", alt: "Stock picks" },
    path: pageHref(PATH, { category: args.data?.category }, args.data?.page ?? 1),
    feed: PICKS_FEED,
  });

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await viewerOf(args);
  const access = accessTo("stock pick", viewer);
  const { category, unknown, sort, page, found: highlightedId } = await listParams(args.request, access);
  const list = Promise.all([
    unknown ? [] : picks(access, { category, sort, ...pageRange(page, PAGE_SIZE) }),
    unknown ? { total: 0, asOf: null } : pickTotals(category),
    categoriesInUse(),
  ]);
  const now = new Date();
  const [read, hub, [ad], note] = await Promise.all([
    loadOr(args, "picks not read", list, undefined),
    page === 1 && !unknown
      ? readBesideOr(args, "lists of picks not read", () => pickLists(viewer, now), undefined)
      : undefined,
    adsFor(args, [{ category: "rectangle", position: 1 }]),
    priceNote(args, access === "locked"),
  ]);
  const [found, totals, categories] = read ?? [[], { total: 0, asOf: null }, []];
  const priced = found.map((pick) => ({ ...pick, price: pick.currentPrice, asOf: pick.pricedAt }));
  const loaded = {
    quarters: await readBesideOr(args, "the past of prices not read", () => loadQuarters(priced), {}),
    page,
    category,
    unknown,
    categories,
    hub,
    sort,
    ...totals,
    picks: found,
    failed: !read,
    found: highlightedId,
    sorts: allowedSorts(access),
    ad: ad && toAdProps(ad),
    locked: access === "locked",
    note,
  };
  return data(loaded, { status: read ? 200 : 500 });
}

/** The list for the address, or the page that contains the pick in the address. */
async function listParams(request: Request, access: Access) {
  const { searchParams } = new URL(request.url);
  const pickId = searchParams.get("pick") ?? "";
  const position = isUuid(pickId) ? await pickPosition(pickId) : undefined;
  if (position) {
    const page = Math.ceil(position.place / PAGE_SIZE);
    return { category: position.category, unknown: undefined, sort: DEFAULT_SORT, page, found: position.id };
  }
  const requested = searchParams.get("category")?.replaceAll("\0", "").toWellFormed().trim() ?? "";
  const category = PICK_CATEGORIES.find((known) => known.toLowerCase() === requested.toLowerCase());
  const isUnknown = requested !== "" && !category && requested.toLowerCase() !== "all";
  return {
    category,
    /** An unknown category, as written in the address. */
    unknown: isUnknown ? truncate(requested) : undefined,
    sort: readPickSort(searchParams, access),
    page: requestedPageNumber(request),
  };
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

/** The note where the order may differ from the shown prices. */
const ORDER_OF_OWN_PRICES =
  "Picks are sorted by the prices that we entered. If the market has a newer price, the table shows that one.";

const listHref = (category: string | undefined, sort: PickSort, page = 1) =>
  pageHref(PATH, pickParams(category, sort), page);

export default function StockPicks() {
  const loaded = useLoaderData<typeof loader>();
  const { category, unknown, categories, hub, sort, asOf, ad, locked, note } = loaded;
  const { siteTz } = useRootData();
  const tabs = [undefined, ...categories.map(({ category: name }) => name)].map((name) => ({
    label: name ?? "All",
    to: listHref(name, sort),
    current: !unknown && name === category,
  }));
  return (
    <>
      <PageHead
        title="Stock Picks"
        meta={
          <>
            Our model lists, with a target for this year and for 2028.
            {asOf && (
              <>
                {" "}
                Last edited <Time at={asOf} style="datetime" zone={siteTz} />.
              </>
            )}
          </>
        }
      />
      {hub && (
        <PickLists
          {...hub}
          counts={categories.filter((list) => !category || list.category === category)}
          locked={locked}
          hrefOf={(name) => listHref(name, DEFAULT_SORT)}
        />
      )}
      <Tabs label="Categories" items={tabs} />
      <Picks {...loaded} />
      <div className="section">
        <AdSlot ad={ad} position={1} />
      </div>
      {locked && (
        <UpgradePanel
          title="See which stocks these are"
          points={[
            "Tickers and names of our picks",
            "How far each is from its 52-week high and low",
            "Trade alerts with a target, a stop and a reason",
          ]}
          note={note}
          marks={false}
        />
      )}
    </>
  );
}

/** The list of a category, or of all. */
function Picks({
  category,
  unknown,
  picks,
  quarters,
  found,
  failed,
  total,
  page,
  sort,
  sorts,
  locked,
  note,
}: Loaded) {
  const { siteTz } = useRootData();
  const { href: plansHref, ...plansLink } = usePlansLink();
  const name = category ?? unknown ?? "All";
  const pages = { page, size: PAGE_SIZE, total, href: (number: number) => listHref(category, sort, number) };
  if (picks.length === 0) {
    const none = `No stock picks found for ${name}`;
    const action = name !== "All" ? { label: "Show all stock picks", to: PATH } : READ_NEWS;
    return (
      <div className="section">
        {failed ? <UnreadList title={none} /> : <NoRows title={none} action={action} {...pages} />}
      </div>
    );
  }
  const sortedBy = (other: PickSort) => listHref(category, other);
  const isMoved = sortOption(sort.key).byPrice && picks.some(({ isRepriced }) => isRepriced);
  return (
    <>
      <div className="table-bar">
        <p className="meta">
          <strong>{pluralize(total, "pick")}</strong>
          {category && ` in ${category}`}, {sortOption(sort.key).directionLabels[sort.direction]}
        </p>
        <RangeLegend>marks the price between the 52-week low and high</RangeLegend>
        <SortMenu
          current={sortOption(sort.key).label}
          choices={sorts.map((key) => ({
            label: sortOption(key).label,
            to: sortedBy({ key, direction: sortOption(key).defaultDirection }),
            current: key === sort.key,
          }))}
        />
      </div>
      {locked && (
        <div className="table-bar">
          <MaskedNote picks={picks} />
          {note !== false && (
            <>
              <LinkButton to={plansHref} {...plansLink} variant="accent" size="sm">
                {UPGRADE.label}
              </LinkButton>
              <PaywallPixel />
            </>
          )}
        </div>
      )}
      <PicksTable
        label={`Stock picks, ${name}`}
        picks={picks}
        quarters={quarters}
        highlightedId={found}
        sort={sort}
        sorts={sorts}
        sortedBy={sortedBy}
        zone={siteTz}
      />
      {!locked && <MaskedNote picks={picks} />}
      <p className="meta table-note">
        TP is our target price. Upside is the distance from the price to the target. Targets are opinions, and
        opinions can be wrong.
        {isMoved && ` ${ORDER_OF_OWN_PRICES}`}
        {!locked && ` ${HOLDINGS_NOTE}`}
      </p>
      {total > PAGE_SIZE && <Pager {...pages} count={picks.length} />}
    </>
  );
}
