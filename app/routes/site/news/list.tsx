import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { countNews, latestNews, NEWS_CATEGORIES } from "~/features/news/news.queries.server";
import { NewsStory } from "~/features/news/news-story";
import { pageMeta } from "~/http/meta";
import { pageHref, pageOf } from "~/http/paging";
import { useRootData } from "~/http/root-data";
import { PageHead } from "~/ui/head";
import { Empty } from "~/ui/message";
import { Pager } from "~/ui/pager";
import { Tabs } from "~/ui/tabs";

export const handle = { shared: true };

const PAGE_SIZE = 12;

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: args.data?.category ? `${args.data.category} news` : "News",
    description: "News for investors: markets, technology, energy, politics and crypto.",
    path: pageHref("/news", { category: args.data?.category }, args.data?.page ?? 1),
    feed: "/news/feed.xml",
  });

export async function loader({ request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get("category")?.toLowerCase();
  const category = NEWS_CATEGORIES.find((known) => known.toLowerCase() === asked);
  const page = pageOf(request);
  const [stories, total] = await Promise.all([
    latestNews({ category, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    countNews(category),
  ]);
  return { category, page, stories, total, categories: [...NEWS_CATEGORIES] };
}

export default function NewsList() {
  const { category, page, stories, total, categories } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  const first = (page - 1) * PAGE_SIZE + 1;
  const tabs = [
    { label: "All", to: "/news", current: category === undefined },
    ...categories.map((name) => ({ label: name, to: `/news?category=${name}`, current: name === category })),
  ];
  return (
    <>
      <PageHead title="News" meta="What moved, why it moved, and what nobody expected." />
      <Tabs label="News categories" items={tabs} />
      {stories.length === 0 ? (
        <Empty title="No news available in this category." way={{ label: "Read all news", to: "/news" }} />
      ) : (
        <>
          <h2 className="sr">{category ?? "All"} news, newest first</h2>
          <div className="mt-6">
            {stories.map((story, index) => (
              <NewsStory
                key={story.id}
                story={story}
                zone={siteTz}
                lead={page === 1 && index === 0}
                eager={index < 3}
              />
            ))}
          </div>
          <Pager
            page={page}
            pageCount={Math.ceil(total / PAGE_SIZE)}
            shown={{ from: first, to: first + stories.length - 1, total }}
            href={(number) => pageHref("/news", { category }, number)}
          />
        </>
      )}
    </>
  );
}
