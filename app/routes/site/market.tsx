import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdSlot } from "~/features/ads/ad-slot";
import { adsFor, toAdProps } from "~/features/ads/ads.queries.server";
import { loadQuarters } from "~/features/markets/instruments/closes.queries.server";
import { type MarketParams, marketHref, readMarketParams } from "~/features/markets/market-list.rules";
import {
  leadingMovers,
  QUOTE_CATEGORIES,
  quotePosition,
  quotesFrom,
  quotesPage,
  quotesSummary,
} from "~/features/markets/markets.queries.server";
import { MoverColumns } from "~/features/markets/mover-list";
import { hasQuarters, newestTime } from "~/features/markets/movers.rules";
import { QUARTER_NOTE } from "~/features/markets/quarter-spark";
import { QuotesTable } from "~/features/markets/quotes-table";
import { pluralize } from "~/ui/format";
import { PageHead, Section } from "~/ui/head";
import { READ_NEWS } from "~/ui/message";
import { NoRows, Pager } from "~/ui/pager";
import { Tabs } from "~/ui/tabs";
import { Time } from "~/ui/time";
import { Across } from "~/ui/two-part-page";
import { UnreadList } from "~/ui/unread-list";
import { pageMeta } from "~/web/meta";
import { loadOr, readBesideOr, sharedPanelOr } from "~/web/optional-parts.server";
import { requestedPageNumber } from "~/web/paging";
import { useRootData } from "~/web/root-data";

export const handle = {
  shared: true,
  params: ["category", "sort", "direction", "page", "quote"],
  sidebar: "AtMarkets",
};

/** Rows per page; specification, section 9. */
const PAGE_SIZE = 10;

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: args.data?.state.category ? `${args.data.state.category} | Markets` : "Markets",
    description: "Indices, stocks, commodities, currencies, funds, bonds and crypto.",
    picture: { path: "/og/market.png", alt: "Markets" },
    path: args.data && marketHref({ ...args.data.state, sort: undefined }, { page: args.data.state.page }),
  });

export async function loader(args: LoaderFunctionArgs) {
  const { state, found, beyond } = await listParams(args.request);
  const list = Promise.all([
    beyond ? quotesFrom(beyond, PAGE_SIZE) : quotesPage(state, PAGE_SIZE),
    quotesSummary(state.category),
  ]);
  const [read, movers, [ad]] = await Promise.all([
    loadOr(args, "quotes not read", list, undefined),
    sharedPanelOr(args, "movers not read", leadingMovers, []),
    adsFor(args, [{ category: "rectangle", position: 1 }]),
  ]);
  const [quotes, { total, newest }] = read ?? [[], { total: 0, newest: null }];
  const now = new Date();
  const priced = quotes.map((row) => ({ ...row, price: row.last }));
  const loaded = {
    quarters: await readBesideOr(args, "the past of prices not read", () => loadQuarters(priced, now), {}),
    state,
    found,
    beyond: beyond !== undefined,
    categories: [...QUOTE_CATEGORIES],
    quotes,
    total,
    failed: !read,
    newest,
    movers,
    moversAsOf: newestTime(movers),
    ad: ad && toAdProps(ad),
    now,
  };
  return data(loaded, { status: read ? 200 : 500 });
}

/** The list for the address, or the page that contains the quote in the address. */
async function listParams(request: Request) {
  const { searchParams } = new URL(request.url);
  const position = await quotePosition(searchParams.get("quote") ?? "");
  if (!position) {
    const defaults = { page: requestedPageNumber(request), categories: QUOTE_CATEGORIES };
    return { state: readMarketParams(searchParams, defaults) };
  }
  const { id: found, category, newer, counted } = position;
  const page = counted ? Math.floor(newer / PAGE_SIZE) + 1 : 1;
  const state: MarketParams = { category, direction: "desc", page };
  return { state, found, beyond: counted ? undefined : position };
}

/** The exact text of the specification. */
const NONE = "No markets found.";

function NoQuotes({ state, total, failed }: Pick<Loaded, "state" | "total" | "failed">) {
  return (
    <div className="mt-6">
      {failed ? (
        <UnreadList title={NONE} />
      ) : (
        <NoRows
          title={NONE}
          action={state.category ? { label: "Show all markets", to: "/market" } : READ_NEWS}
          page={state.page}
          size={PAGE_SIZE}
          total={total}
          href={(page) => marketHref(state, { page })}
        />
      )}
    </div>
  );
}

export default function Market() {
  const loaded = useLoaderData<typeof loader>();
  const { state, categories, quotes, total, newest, movers, moversAsOf, ad } = loaded;
  const { siteTz } = useRootData();
  const tabs = [undefined, ...categories].map((category) => ({
    label: category ?? "All",
    to: marketHref(state, { category }),
    current: category === state.category,
  }));
  return (
    <Across
      beside={
        <>
          <PageHead
            title="Markets"
            meta={
              newest && (
                <>
                  {pluralize(total, "quote")}. The newest is from{" "}
                  <Time
                    at={newest}
                    style="datetime"
                    zone={siteTz}
                    follows={{ newest: ".quotes [data-live]" }}
                  />
                  .
                </>
              )
            }
          />
          <Tabs label="Categories" items={tabs} />
          {quotes.length === 0 ? <NoQuotes {...loaded} /> : <Quotes {...loaded} zone={siteTz} />}
        </>
      }
    >
      {movers.length > 0 && (
        <Section
          title="Movers"
          id="movers"
          aside={
            moversAsOf && (
              <>
                As of{" "}
                <Time
                  at={moversAsOf}
                  style="day-time"
                  zone={siteTz}
                  follows={{ newest: ".mover-cols [data-live]" }}
                />
                {hasQuarters(movers) && `. ${QUARTER_NOTE}`}
              </>
            )
          }
        >
          <MoverColumns movers={movers} />
        </Section>
      )}
      <div className="section">
        <AdSlot ad={ad} position={1} />
      </div>
    </Across>
  );
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

function Quotes({ quotes, quarters, state, found, beyond, total, now, zone }: Loaded & { zone: string }) {
  const table = (
    <QuotesTable
      quotes={quotes}
      quarters={quarters}
      state={state}
      highlightedId={found}
      now={now}
      zone={zone}
    />
  );
  if (beyond)
    return (
      <>
        {table}
        <p className="meta table-note">
          Not shown: {pluralize(total, "newer quote")}.{" "}
          <a href={marketHref(state)}>{`Show the newest in ${state.category}`}</a>
        </p>
      </>
    );
  return (
    <>
      {table}
      <Pager
        label="Pages of quotes"
        page={state.page}
        size={PAGE_SIZE}
        count={quotes.length}
        total={total}
        href={(page) => marketHref(state, { page })}
      />
    </>
  );
}
