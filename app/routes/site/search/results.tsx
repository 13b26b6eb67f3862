import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { accessTo } from "~/features/membership/access.server";
import { SearchResults, SearchTabs } from "~/features/search/results";
import { NO_ANSWER, searchFor } from "~/features/search/search.server";
import { pageMeta } from "~/http/meta";
import { readOr } from "~/http/parts.server";
import { viewerOf } from "~/http/viewer.server";
import { shortened } from "~/ui/format";
import { PageHead } from "~/ui/head";
import { Empty, Note, READ_NEWS, Unread } from "~/ui/message";
import { SearchField } from "~/ui/search-box";

export const meta: MetaFunction<typeof loader> = (args) => {
  const sought = args.data?.search?.text;
  return pageMeta(args, { title: sought ? `Search: ${shortened(sought)}` : "Search", hidden: true });
};

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await viewerOf(args);
  const { searchParams } = new URL(args.request.url);
  const asked = searchFor(viewer, searchParams.get("q"), searchParams.get("in"));
  const answer = await readOr(args, "search failed", asked, undefined);
  const loaded = { ...(answer ?? NO_ANSWER), failed: !answer };
  return data(
    { ...loaded, locked: accessTo("trade alert", viewer) === "locked" },
    { status: answer ? 200 : 500 },
  );
}

export default function Search() {
  const { search, groups, only, found, alike, failed, locked } = useLoaderData<typeof loader>();
  const sought = shortened(search?.text ?? "");
  return (
    <div className="grid gap-6">
      <PageHead
        title="Search"
        meta={
          search && found.length > 0 && !alike ? (
            <>Results for “{sought}”</>
          ) : (
            "News, briefs, videos and quotes, by name or by word."
          )
        }
      />
      <SearchField query={search?.text} />
      {search && <SearchTabs text={search.text} groups={groups} only={only} />}
      {search && alike && found.length > 0 && (
        <Note title={`No results for “${sought}”.`}>These come close.</Note>
      )}
      {search && found.length === 0 && (
        <Empty title={`Nothing found for “${sought}”.`} way={READ_NEWS}>
          Fewer letters or another spelling may find it.
        </Empty>
      )}
      {failed && <Unread title="The search is not working just now." />}
      {!search && !failed && <Empty title="Type at least two characters." way={READ_NEWS} />}
      {search && <SearchResults search={search} found={found} only={only} />}
      {locked && (
        <p className="meta">
          Trade alerts and stock picks are searched for Premium and Private members.{" "}
          <a href="/subscription">See the plans</a>
        </p>
      )}
    </div>
  );
}
