import { useLoaderData } from "@remix-run/react";
import { ArticleText } from "~/ui/article-text";
import { PageHead } from "~/ui/head";
import type { PageMeta } from "~/web/meta";
import type { StaticPageData } from "./static-pages.server";

/** The head of a static page. */
export const staticMeta = (page: StaticPageData | undefined): PageMeta => ({
  title: page?.title ?? "",
  description: page?.summary,
});

/** A page of text. */
export function StaticPage() {
  const { title, blocks } = useLoaderData<StaticPageData>();
  return (
    <article className="grid gap-6">
      <PageHead title={title} />
      <ArticleText blocks={blocks} />
    </article>
  );
}
