import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { loadBrief } from "~/features/content/briefs/brief-page.server";
import { briefMeta } from "~/features/content/briefs/briefs.meta";
import { briefPreview } from "~/features/content/briefs/briefs.queries.server";
import { dailyBriefs } from "~/features/content/briefs/briefs.resource.server";
import { openPreview } from "~/features/previews/open-preview.server";
import { pageMeta } from "~/web/meta";
import DailyBrief from "../daily-brief/item";

export const handle = { sidebar: 3 };

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, { ...briefMeta(args.data?.brief), noIndex: true });

export async function loader(args: LoaderFunctionArgs) {
  const { reader, previewNotice, read } = await openPreview(args, dailyBriefs);
  return {
    ...(await loadBrief(args, (access, id) => read((within) => briefPreview(access, id, within)), reader)),
    previewNotice,
  };
}

export default DailyBrief;
