import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ManagedRecord, Resource } from "~/admin-kit/resource.server";
import { requireRow } from "~/admin-kit/submit.server";
import { workingCopyOf } from "~/admin-kit/working-copies/working-copies.queries.server";
import { requireStaff } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { notFound } from "~/web/replies.server";
import {
  isPreviewReader,
  LINK_DAYS,
  linkPath,
  PREVIEW_READERS,
  type PreviewReader,
  previewPath,
} from "./preview.rules";
import { createLink } from "./preview-links.server";

/** The defaults. */
const USUAL_READER: PreviewReader = "premium";
const USUAL_DAYS = 7;

/** `/admin/{path}/{id}/preview`: previews as each reader, and with `?reader=` and `?days=` a link for people without an account. Creating a link changes nothing, so it is a GET.
 */
export async function previewsScreen<Row extends ManagedRecord>(
  resource: Resource<Row>,
  args: LoaderFunctionArgs,
) {
  const staff = await requireStaff(args, resource.roles.write);
  const section = resource.path;
  if (!resource.hasPreview) throw notFound(resource.missing);
  const row = await requireRow(resource, staff, args.params.id);
  const record = { section, id: row.id };
  const { searchParams } = new URL(args.request.url);
  const readerName = searchParams.get("reader");
  const reader = isPreviewReader(readerName) ? readerName : USUAL_READER;
  const days = LINK_DAYS.find((each) => String(each) === searchParams.get("days")) ?? USUAL_DAYS;
  const made = readerName === null ? undefined : createLink(record, reader, { days, now: new Date() });
  return {
    title: resource.titleOf(row),
    list: { label: resource.listing?.title ?? "", to: `/admin/${section}` },
    editTo: `/admin/${section}/${row.id}/edit`,
    readers: PREVIEW_READERS.map((as) => ({ as, to: previewPath(record, as) })),
    copied: (await workingCopyOf(section, row.id))
      ? PREVIEW_READERS.map((as) => ({ as, to: previewPath(record, as, true) }))
      : undefined,
    chosen: { reader, days },
    made: made && { until: made.until, address: config().publicUrl + linkPath(record, made.link) },
  };
}

export type PreviewsScreenData = Awaited<ReturnType<typeof previewsScreen>>;
