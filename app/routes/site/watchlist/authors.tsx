import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AUTHORS_PATH } from "~/features/watchlist/paths.rules";
import { FollowedList } from "~/features/watchlist/saved-list";
import { WATCHED_SIZE } from "~/features/watchlist/watchlist.rules";
import { authorsPage } from "~/features/watchlist/watchlist.screen.server";
import { WatchlistHead } from "~/features/watchlist/watchlist-page";
import { READ_NEWS } from "~/ui/message";
import { NoRows, Pager } from "~/ui/pager";
import { pageMeta } from "~/web/meta";
import { pageHref } from "~/web/paging";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Authors you follow", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => authorsPage(args);

export default function Authors() {
  const { authors, total, page } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  const place = { page, size: WATCHED_SIZE, total, href: (to: number) => pageHref(AUTHORS_PATH, {}, to) };
  return (
    <>
      <WatchlistHead current={AUTHORS_PATH}>
        Authors that you follow, with their newest article or brief.
      </WatchlistHead>
      {authors.length === 0 ? (
        <NoRows {...place} title="You do not follow any authors yet." action={READ_NEWS} />
      ) : (
        <FollowedList authors={authors} zone={siteTz} />
      )}
      {total > WATCHED_SIZE && <Pager {...place} count={authors.length} />}
    </>
  );
}
