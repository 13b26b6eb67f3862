import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { accessTo } from "~/access/access.server";
import { PaywallPixel, usePlansLink } from "~/access/plans-link";
import { viewerOf } from "~/auth/viewer.server";
import { priceNote } from "~/features/billing/plans/packages.queries.server";
import { SearchResults, SearchTabs, searchHref } from "~/features/search/results";
import { MOST_MATCHES } from "~/features/search/search.rules";
import { EMPTY_SEARCH, matchPrices, searchFor } from "~/features/search/search.server";
import { SearchField } from "~/features/search/search-box";
import { truncate } from "~/ui/format";
import { PageHead } from "~/ui/head";
import { EmptyState, LoadError, Note, READ_NEWS } from "~/ui/message";
import { NoRows, Pager } from "~/ui/pager";
import { pageMeta } from "~/web/meta";
import { loadOr, readBesideOr } from "~/web/optional-parts.server";
import { requestedPageNumber } from "~/web/paging";

export const handle = { sidebar: 1 };

export const meta: MetaFunction<typeof loader> = (args) => {
  const searchText = args.data?.search?.text;
  return pageMeta(args, {
    title: searchText ? `Search: ${truncate(searchText)}` : "Search",
    description: "Search news, briefs, videos, companies and prices.",
    // Search engines may index the search form, but not the endless result pages.
    noIndex: searchText !== undefined,
  });
};

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await viewerOf(args);
  const { searchParams } = new URL(args.request.url);
  const search = searchFor(viewer, {
    typed: searchParams.get("q"),
    within: searchParams.get("in"),
    page: requestedPageNumber(args.request),
  });
  const page = await loadOr(args, "search failed", search, undefined);
  const prices = page
    ? await readBesideOr(args, "prices not read", () => matchPrices(viewer, page.found), {})
    : {};
  const locked = accessTo("trade alert", viewer) === "locked";
  const note = await priceNote(args, locked);
  const loaded = { ...(page ?? EMPTY_SEARCH), prices, failed: !page, locked, note };
  return data(loaded, { status: page ? 200 : 500 });
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Search() {
  const loaded = useLoaderData<typeof loader>();
  const { search, groups, only, found, failed, locked, note, meant } = loaded;
  const plans = usePlansLink();
  return (
    <div className="grid gap-6">
      <PageHead
        title="Search"
        meta={
          search && found.length > 0 && !meant ? (
            <>Results for “{truncate(search.text)}”</>
          ) : (
            "News, briefs, videos and quotes, by name or by word."
          )
        }
      />
      <SearchField query={search?.text} />
      {search && <SearchTabs text={search.text} groups={groups} only={only} />}
      {failed && <LoadError title="Search is not working at the moment." />}
      {!search && !failed && <EmptyState title="Type at least two characters." action={READ_NEWS} />}
      {search && <Results {...loaded} search={search} />}
      {locked && (
        <p className="meta">
          Only Premium and Private members can search trade alerts and stock picks.
          {note !== false && (
            <>
              {" "}
              <a {...plans}>See the plans</a>
              <PaywallPixel />
            </>
          )}
        </p>
      )}
    </div>
  );
}

function Results(loaded: Loaded & { search: NonNullable<Loaded["search"]> }) {
  const { search, only, found, prices, meant, page, size, total } = loaded;
  const searchText = truncate(search.text);
  const pages = { page, size, total, href: (number: number) => searchHref(search.text, only, number) };
  if (total === 0)
    return (
      <EmptyState title={`Nothing found for “${searchText}”.`} action={READ_NEWS}>
        Try fewer letters or another spelling.
      </EmptyState>
    );
  if (found.length === 0) return <NoRows title={`Nothing more for “${searchText}”.`} {...pages} />;
  return (
    <>
      {meant && (
        <Note title={`No results for “${searchText}”.`}>
          These results are similar.{" "}
          {meant !== search.text.toLowerCase() && <a href={searchHref(meant)}>{`Search for “${meant}”`}</a>}
        </Note>
      )}
      <SearchResults search={search} found={found} prices={prices} only={only} size={size} meant={meant} />
      {total > size && (
        <Pager {...pages} label="Pages of results" count={only ? found[0]?.matches.length : undefined} />
      )}
      {total === MOST_MATCHES && (
        <p className="meta">
          Only the best {MOST_MATCHES} results of each kind are listed. Add words to narrow the search.
        </p>
      )}
    </>
  );
}
