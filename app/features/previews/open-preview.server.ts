import type { EntityManager } from "@mikro-orm/postgresql";
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ManagedRecord, Resource } from "~/admin-kit/resource.server";
import { isCopyRequest } from "~/admin-kit/working-copies/copy-form.server";
import { readWithCopy } from "~/admin-kit/working-copies/working-copy.server";
import { can } from "~/auth/permissions.server";
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

/** @property reader the reader the page is rendered for; the notice is for the person who previews */
type Preview = { reader: Viewer; previewNotice: PreviewNotice };

type Opened = Preview & {
  /** Reads the record, or what its working copy makes of it. */
  read: <Found>(find: (within?: EntityManager) => Promise<Found>) => Promise<Found | undefined>;
};

/** Opens a record before it is published: staff who may edit it as any reader, people with a link as the reader in the link. A link never
 * shows a working copy, which changes after it was made.
 * @throws 404 without access, or if the link has expired
 */
export async function openPreview<Row extends ManagedRecord>(
  args: LoaderFunctionArgs,
  resource: Resource<Row>,
): Promise<Opened> {
  const { path, roles } = resource;
  const record = { section: path, id: args.params.id ?? "" };
  const link = new URL(args.request.url).searchParams.get("link");
  const preview =
    link === null ? await previewForStaff(args.request, record, roles.write) : previewByLink(record, link);
  if (!preview) throw notFound("This preview does not exist or has expired: ask for a new link.");
  const copied = link === null && isCopyRequest(args.request);
  return {
    ...preview,
    read: (find) => (copied ? readWithCopy(resource, record.id, find) : find()),
  };
}

const readerText = (as: PreviewReader) =>
  as === "visitor" ? READER_NAMES[as] : `${READER_NAMES[as]} member`;

function previewByLink(record: PreviewedRecord, link: string): Preview | undefined {
  const opened = openLink(record, link, new Date());
  return (
    opened && {
      reader: PREVIEW_VIEWERS[opened.as],
      previewNotice: {
        as: readerText(opened.as),
        until: opened.until,
        pictureQuery: pictureQuery(record, link),
      },
    }
  );
}

async function previewForStaff(
  request: Request,
  record: PreviewedRecord,
  roles: Resource<never>["roles"]["write"],
): Promise<Preview | undefined> {
  const as = new URL(request.url).searchParams.get("as");
  const token = cookieToken(request, "staff");
  if (!isPreviewReader(as) || !token) return undefined;
  const viewer = await findSession(token, "staff");
  if (viewer?.kind !== "staff" || viewer.needsTwoStep || !can(viewer, roles.permission)) return undefined;
  const copied = isCopyRequest(request);
  const readers = PREVIEW_READERS.map((reader) => ({
    label: READER_NAMES[reader],
    to: previewPath(record, reader, copied),
    current: reader === as,
  }));
  return {
    reader: PREVIEW_VIEWERS[as],
    previewNotice: { as: readerText(as), copied, readers, backTo: previewsPath(record) },
  };
}

/** The address of the current preview with its query. */
export const previewAddress = ({ request }: Pick<RequestArgs, "request">): string => {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete("play");
  return `${pathname}?${searchParams}`;
};
