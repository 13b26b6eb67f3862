import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SAVED_PATH } from "~/features/watchlist/paths.rules";
import { SavedList } from "~/features/watchlist/saved-list";
import { WATCHED_SIZE } from "~/features/watchlist/watchlist.rules";
import { savedPage } from "~/features/watchlist/watchlist.screen.server";
import { WatchlistHead } from "~/features/watchlist/watchlist-page";
import { READ_NEWS } from "~/ui/message";
import { NoRows, Pager } from "~/ui/pager";
import { pageMeta } from "~/web/meta";
import { pageHref } from "~/web/paging";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Saved for later", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => savedPage(args);

export default function Saved() {
  const { items, total, page } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  const place = { page, size: WATCHED_SIZE, total, href: (to: number) => pageHref(SAVED_PATH, {}, to) };
  return (
    <>
      <WatchlistHead current={SAVED_PATH}>
        Articles, briefs and videos that you saved for later, newest first.
      </WatchlistHead>
      {items.length === 0 ? (
        <NoRows {...place} title="You have not saved anything yet." action={READ_NEWS} />
      ) : (
        <SavedList items={items} zone={siteTz} />
      )}
      {total > WATCHED_SIZE && <Pager {...place} count={items.length} />}
    </>
  );
}
