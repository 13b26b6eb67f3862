import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { loadArticle } from "~/features/content/news/article-page.server";
import { articleMeta } from "~/features/content/news/news.meta";
import { articlePreview } from "~/features/content/news/news.queries.server";
import { news } from "~/features/content/news/news.resource.server";
import { openPreview } from "~/features/previews/open-preview.server";
import { pageMeta } from "~/web/meta";
import Article from "../news/item";

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, { ...articleMeta(args.data), noIndex: true });

export async function loader(args: LoaderFunctionArgs) {
  const { reader, previewNotice, read } = await openPreview(args, news);
  return {
    ...(await loadArticle(args, (id) => read((within) => articlePreview(id, within)), reader)),
    previewNotice,
  };
}

export default Article;
