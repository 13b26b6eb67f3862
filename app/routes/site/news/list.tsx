import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NEWS_FEED } from "~/features/content/news/news.meta";
import { NEWS_CATEGORIES, newsPage } from "~/features/content/news/news.queries.server";
import { NewsStory } from "~/features/content/news/news-story";
import { Columns } from "~/ui/card-columns";
import { PageHead } from "~/ui/head";
import { NoRows, Pager } from "~/ui/pager";
import { Tabs } from "~/ui/tabs";
import { Across } from "~/ui/two-part-page";
import { UnreadList } from "~/ui/unread-list";
import { pageMeta } from "~/web/meta";
import { loadOr } from "~/web/optional-parts.server";
import { pageHref, pageRange, requestedPageNumber } from "~/web/paging";
import { useRootData } from "~/web/root-data";

export const handle = { shared: true, params: ["category", "page"], sidebar: 3 };

const PAGE_SIZE = 12;

/** The number of stories next to the right column. Further ones form columns across the page. */
const BESIDE = 6;

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: args.data?.category ? `${args.data.category} news` : "News",
    description: "News for investors: markets, technology, energy, politics and crypto.",
    path: pageHref("/news", { category: args.data?.category }, args.data?.page ?? 1),
    feed: NEWS_FEED,
  });

/** The exact text of the specification. */
const NONE = "No news available in this category.";

export async function loader(args: LoaderFunctionArgs) {
  const param = new URL(args.request.url).searchParams.get("category")?.toLowerCase();
  const category = NEWS_CATEGORIES.find((known) => known.toLowerCase() === param);
  const page = requestedPageNumber(args.request);
  const found = await loadOr(
    args,
    "news not read",
    newsPage(category, pageRange(page, PAGE_SIZE)),
    undefined,
  );
  const { stories, total } = found ?? { stories: [], total: 0 };
  const loaded = { category, page, stories, total, failed: !found, categories: [...NEWS_CATEGORIES] };
  return data(loaded, { status: found ? 200 : 500 });
}

export default function NewsList() {
  const { category, page, stories, total, failed, categories } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  const tabs = [
    { label: "All", to: "/news", current: category === undefined },
    ...categories.map((name) => ({ label: name, to: `/news?category=${name}`, current: name === category })),
  ];
  const href = (number: number) => pageHref("/news", { category }, number);
  const pages = { page, size: PAGE_SIZE, total, href };
  const way = category
    ? { label: "Read all news", to: "/news" }
    : { label: "Read the daily briefs", to: "/daily-brief" };
  const head = (
    <>
      <PageHead title="News" meta="What moved, why it moved, and what nobody expected." />
      <Tabs label="News categories" items={tabs} />
    </>
  );
  if (stories.length === 0) {
    return (
      <>
        {head}
        <div className="mt-6">
          {failed ? <UnreadList title={NONE} /> : <NoRows title={NONE} action={way} {...pages} />}
        </div>
      </>
    );
  }
  const [beside, across] = [stories.slice(0, BESIDE), stories.slice(BESIDE)];
  const pager = <Pager {...pages} count={stories.length} />;
  const first = (
    <>
      {head}
      <h2 className="sr">{category ?? "All"} news, newest first</h2>
      <div className="mt-6">
        {beside.map((story, index) => (
          <NewsStory
            key={story.id}
            story={story}
            zone={siteTz}
            lead={page === 1 && index === 0}
            // Others load after the layout, so they do not compete with the lead's picture.
            eager={index === 0}
          />
        ))}
      </div>
      {across.length === 0 && pager}
    </>
  );
  if (across.length === 0) return first;
  return (
    <Across beside={first}>
      <Columns className="section">
        {across.map((story) => (
          // Each adapts to the width of its column.
          <div key={story.id} className="@container/content">
            <NewsStory story={story} zone={siteTz} />
          </div>
        ))}
      </Columns>
      {pager}
    </Across>
  );
}
