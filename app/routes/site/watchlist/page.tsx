import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { WATCHLIST_PATH } from "~/features/watchlist/paths.rules";
import { WATCHED_SIZE } from "~/features/watchlist/watchlist.rules";
import { addCompany, watchlistPage } from "~/features/watchlist/watchlist.screen.server";
import { AddCompany, WatchedList, WatchlistHead } from "~/features/watchlist/watchlist-page";
import { pluralize } from "~/ui/format";
import { NoRows, Pager } from "~/ui/pager";
import type { FormErrorData } from "~/web/form-replies.server";
import { pageMeta } from "~/web/meta";
import { pageHref } from "~/web/paging";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Watchlist", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => watchlistPage(args);

export const action = (args: ActionFunctionArgs) => addCompany(args);

export default function Watchlist() {
  const { entries, total, page } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  const place = { page, size: WATCHED_SIZE, total, href: (to: number) => pageHref(WATCHLIST_PATH, {}, to) };
  return (
    <>
      <WatchlistHead current={WATCHLIST_PATH}>
        {total === 0
          ? "Companies that you watch, with their prices and our latest coverage."
          : pluralize(total, "company", "companies")}
      </WatchlistHead>
      {entries.length === 0 ? (
        <NoRows
          {...place}
          title="You do not watch any companies yet."
          action={{ label: "Choose from the markets", to: "/market" }}
        />
      ) : (
        <WatchedList entries={entries} isFirstPage={page === 1} page={page} zone={siteTz} />
      )}
      {total > WATCHED_SIZE && <Pager {...place} count={entries.length} />}
      <AddCompany refused={useActionData<FormErrorData>()} />
    </>
  );
}
