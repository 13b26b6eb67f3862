import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdSlot } from "~/features/ads/ad-slot";
import { adPicture, adsFor } from "~/features/ads/ads.queries.server";
import { marketHref, readMarketState } from "~/features/markets/market-list.rules";
import {
  QUOTE_CATEGORIES,
  quotesPage,
  quotesSummary,
  topMovers,
} from "~/features/markets/markets.queries.server";
import { MoverColumns } from "~/features/markets/mover-list";
import { QuotesTable } from "~/features/markets/quotes-table";
import { pageMeta } from "~/http/meta";
import { pageOf } from "~/http/paging";
import { useRootData } from "~/http/root-data";
import { countOf } from "~/ui/format";
import { PageHead, Section } from "~/ui/head";
import { Empty } from "~/ui/message";
import { Pager } from "~/ui/pager";
import { Tabs } from "~/ui/tabs";
import { Time } from "~/ui/time";

export const handle = { shared: true };

/** Rows of a page; specification, section 9. */
const PAGE_SIZE = 10;
const MOVERS_EACH = 6;

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: args.data?.state.category ? `${args.data.state.category} | Markets` : "Markets",
    description: "Indices, stocks, commodities, currencies, funds, bonds and crypto.",
    picture: { path: "/og/market.png", alt: "Markets" },
  });

export async function loader({ request }: LoaderFunctionArgs) {
  const state = readMarketState(new URL(request.url).searchParams, {
    page: pageOf(request),
    categories: QUOTE_CATEGORIES,
  });
  const [quotes, { total, newest }, movers, [ad]] = await Promise.all([
    quotesPage(state, PAGE_SIZE),
    quotesSummary(state.category),
    topMovers(MOVERS_EACH),
    adsFor([{ category: "rectangle", position: 1 }]),
  ]);
  const ages = movers.map(({ asOf }) => asOf.getTime());
  return {
    state,
    categories: [...QUOTE_CATEGORIES],
    quotes,
    total,
    newest,
    movers,
    moversAsOf: ages.length > 0 ? new Date(Math.max(...ages)) : undefined,
    ad: ad && adPicture(ad),
    now: new Date(),
  };
}

export default function Market() {
  const { state, categories, quotes, total, newest, movers, moversAsOf, ad, now } =
    useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  const tabs = [undefined, ...categories].map((category) => ({
    label: category ?? "All",
    to: marketHref(state, { category }),
    current: category === state.category,
  }));
  return (
    <>
      <PageHead
        title="Markets"
        meta={
          newest && (
            <>
              {countOf(total, "quote")}. The newest is from{" "}
              <Time at={newest} style="datetime" zone={siteTz} />.
            </>
          )
        }
      />
      <Tabs label="Categories" items={tabs} />
      {quotes.length === 0 ? (
        <Empty title="No markets found." way={{ label: "Show all markets", to: "/market" }} />
      ) : (
        <Quotes {...{ quotes, state, total, now }} zone={siteTz} />
      )}
      {movers.length > 0 && (
        <Section
          title="Movers"
          id="movers"
          aside={
            moversAsOf && (
              <>
                As of <Time at={moversAsOf} style="day-time" zone={siteTz} />
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
    </>
  );
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

function Quotes(props: Pick<Loaded, "quotes" | "state" | "total" | "now"> & { zone: string }) {
  const { quotes, state, total, now, zone } = props;
  const first = (state.page - 1) * PAGE_SIZE + 1;
  return (
    <>
      <QuotesTable quotes={quotes} state={state} now={now} zone={zone} />
      <Pager
        label="Pages of quotes"
        page={state.page}
        pageCount={Math.ceil(total / PAGE_SIZE)}
        shown={{ from: first, to: first + quotes.length - 1, total }}
        href={(page) => marketHref(state, { page })}
      />
    </>
  );
}
