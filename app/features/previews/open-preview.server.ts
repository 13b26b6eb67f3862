import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Resource } from "~/admin-kit/resource.server";
import { cookieToken, findSession } from "~/auth/sessions.server";
import type { Viewer } from "~/auth/viewer-types.server";
import type { PreviewNotice } from "~/web/preview-notice";
import { notFound } from "~/web/replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import {
  isPreviewReader,
  PREVIEW_READERS,
  type PreviewedRecord,
  type PreviewReader,
  pictureQuery,
  previewPath,
  previewsPath,
  READER_NAMES,
} from "./preview.rules";
import { openLink } from "./preview-links.server";
import { PREVIEW_VIEWERS } from "./preview-viewers.server";

/** @property reader who the record is drawn for; what stands beside it is for whoever looks at it */
type Preview = { reader: Viewer; previewNotice: PreviewNotice };

/**
 * Whether this request may see the record before it is published, and as which reader: staff who write such records as any,
 * whoever has a link as the one it was made for.
 * @throws 404 for who may not, or may no longer
 */
export async function openPreview(
  args: LoaderFunctionArgs,
  { path, roles }: Pick<Resource<never>, "path" | "roles">,
): Promise<Preview> {
  const record = { section: path, id: args.params.id ?? "" };
  const link = new URL(args.request.url).searchParams.get("link");
  const preview =
    link === null ? await previewOfStaff(args.request, record, roles.write) : previewByLink(record, link);
  if (!preview) throw notFound("This preview does not exist, or its time is over: ask for a new link.");
  return preview;
}

const inWords = (as: PreviewReader) => (as === "visitor" ? READER_NAMES[as] : `${READER_NAMES[as]} member`);

function previewByLink(record: PreviewedRecord, link: string): Preview | undefined {
  const opened = openLink(record, link, new Date());
  return (
    opened && {
      reader: PREVIEW_VIEWERS[opened.as],
      previewNotice: {
        as: inWords(opened.as),
        until: opened.until,
        pictureQuery: pictureQuery(record, link),
      },
    }
  );
}

async function previewOfStaff(
  request: Request,
  record: PreviewedRecord,
  roles: Resource<never>["roles"]["write"],
): Promise<Preview | undefined> {
  const as = new URL(request.url).searchParams.get("as");
  const token = cookieToken(request, "staff");
  if (!isPreviewReader(as) || !token) return undefined;
  const viewer = await findSession(token, "staff");
  if (viewer?.kind !== "staff" || viewer.needsTwoStep || !roles.includes(viewer.role)) return undefined;
  const readers = PREVIEW_READERS.map((reader) => ({
    label: READER_NAMES[reader],
    to: previewPath(record, reader),
    current: reader === as,
  }));
  return {
    reader: PREVIEW_VIEWERS[as],
    previewNotice: { as: inWords(as), readers, backTo: previewsPath(record) },
  };
}

/** The address of the preview that is drawn, with its question. */
export const previewAddress = ({ request }: Pick<RequestArgs, "request">): string => {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete("play");
  return `${pathname}?${searchParams}`;
};
