import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdBox } from "~/features/ads/ad-box";
import { chartRenderer } from "~/features/companies/text-chart";
import { AuthorLink } from "~/features/content/authors/author-link";
import { AuthorFace } from "~/features/content/authors/signed";
import { loadArticle } from "~/features/content/news/article-page.server";
import { articleMeta } from "~/features/content/news/news.meta";
import { type ArticleLink, articleById } from "~/features/content/news/news.queries.server";
import { Related } from "~/features/content/related/related";
import { SaveForLater } from "~/features/marks/mark";
import { NewsletterLink } from "~/features/newsletters/newsletter-link";
import { PageViewBeacon } from "~/features/page-views/page-view-beacon";
import { pictureAttributes } from "~/platform/pictures/picture";
import { ArticleText } from "~/ui/article-text";
import { Breadcrumbs, Section } from "~/ui/head";
import { Picture } from "~/ui/picture";
import { ByLine, PrevNext } from "~/ui/prose";
import { Time } from "~/ui/time";
import { pageMeta } from "~/web/meta";
import { useRootData } from "~/web/root-data";

export const handle = { shared: true, serifText: true };

export const meta: MetaFunction<typeof loader> = (args) => pageMeta(args, articleMeta(args.data));

export const loader = (args: LoaderFunctionArgs) => loadArticle(args, articleById);

export default function Article() {
  const { article, picture, portrait, body, charts, around, related, ad } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  const { title, category, author, createdAt } = article;
  const section = `/news?category=${category}`;
  return (
    <>
      <PageViewBeacon section="news" id={article.id} />
      <article className="article">
        <Breadcrumbs
          entries={[
            { label: "News", to: "/news" },
            { label: category, to: section },
          ]}
        />
        <h1 dir="auto">{title}</h1>
        <ByLine
          face={<AuthorFace author={author} portrait={portrait} />}
          author={<AuthorLink name={author} />}
        >
          <Time at={createdAt} style="datetime" zone={siteTz} />
          <span>0 Comments</span>
          <SaveForLater kind="news" id={article.id} title={title} />
        </ByLine>
        {picture && (
          <div className="mb-6">
            <Picture {...picture} ratio="3x2" sizes="(min-width: 700px) 656px, calc(100vw - 2rem)" first />
          </div>
        )}
        <ArticleText blocks={body} chartOf={chartRenderer(charts)} />
        <NewsletterLink />
      </article>
      {ad && (
        <div className="section">
          <AdBox {...ad} />
        </div>
      )}
      <div className="section">
        <PrevNext
          label="Other articles"
          prev={around.previous && neighbour("Previous", around.previous, siteTz)}
          next={around.next && neighbour("Next", around.next, siteTz)}
        />
      </div>
      {related.length > 0 && (
        <Section title={`More in ${category}`} more={{ label: `All ${category} news`, to: section }}>
          <Related
            items={related.map((item) => ({
              to: `/news/${item.id}`,
              title: item.title,
              picture: item.picture ? pictureAttributes(item.picture) : undefined,
              meta: (
                <>
                  {item.category}. <AuthorLink name={item.author} />,{" "}
                  <Time at={item.createdAt} style="day" zone={siteTz} />
                </>
              ),
            }))}
          />
        </Section>
      )}
    </>
  );
}

function neighbour(word: string, { id, title, createdAt }: ArticleLink, zone: string) {
  return {
    to: `/news/${id}`,
    title,
    label: (
      <>
        {word}, <Time at={createdAt} style="day" zone={zone} />
      </>
    ),
  };
}
