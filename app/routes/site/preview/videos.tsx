import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { videoMeta } from "~/features/content/videos/video.meta";
import { loadVideo } from "~/features/content/videos/video-page.server";
import { videoPreview } from "~/features/content/videos/videos.queries.server";
import { videos } from "~/features/content/videos/videos.resource.server";
import { openPreview, previewAddress } from "~/features/previews/open-preview.server";
import { pageMeta } from "~/web/meta";
import Video from "../videos/item";

export const handle = { sidebar: 2 };

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, { ...videoMeta(args.data?.video), noIndex: true });

export async function loader(args: LoaderFunctionArgs) {
  const { reader, previewNotice, read } = await openPreview(args, videos);
  return {
    ...(await loadVideo(args, (access, id) => read((within) => videoPreview(access, id, within)), {
      reader,
      at: previewAddress(args),
    })),
    previewNotice,
  };
}

export default Video;
