import { Video } from "db/entities/video";
import { createdColumn, statusColumn, statusFilter } from "~/admin-kit/columns.server";
import { flag, optionalText, publicationStatus, text, webAddress, withDocs } from "~/admin-kit/fields.server";
import { derive, type Resource, rowsOrPublished } from "~/admin-kit/resource.server";
import { serializeRecord } from "~/admin-kit/serialize.server";
import { rolesFor } from "~/features/auth/permissions.server";
import type { Viewer } from "~/features/auth/viewer.server";
import { accessTo } from "~/features/entitlements/access.server";
import { videoSchema } from "./videos.schema.server";

const PUBLIC_PROPERTIES = [
  ...(["id", "title", "caption", "isFree", "status"] as const),
  ...(["createdAt", "updatedAt", "version"] as const),
];

/** Its casing on the wire is another than inside; any is accepted. */
const statusField = publicationStatus({ initial: "published" });

const isFull = (viewer: Viewer) => accessTo("video", viewer) === "full";

/** Videos; the link to one that is not free is for paying readers. Editors write them; deleting is for admins. */
export const videos: Resource<Video> = {
  entity: Video,
  path: "videos",
  singular: "video",
  roles: rolesFor("videos"),
  titleOf: derive(["title"], ({ title }) => title),
  missing: "Video not found.",
  loadFailed: "Failed to fetch videos",
  visibleTo: (viewer) => ({
    where: rowsOrPublished("videos.read", viewer),
    select: [...PUBLIC_PROPERTIES, isFull(viewer) ? "youtubeLink" : "openLink"],
  }),
  listing: {
    title: "Videos",
    plural: "videos",
    columns: [
      {
        label: "Title",
        sort: "title",
        cell: derive(["title"], ({ title }) => ({ kind: "title", text: title })),
      },
      {
        label: "Access",
        sort: "isFree",
        cell: derive(["isFree"], ({ isFree }) =>
          isFree
            ? { kind: "badge", tone: "free", text: "Free" }
            : { kind: "badge", tone: "members", text: "Members" },
        ),
      },
      statusColumn(),
      createdColumn(),
    ],
    search: { label: "Search title or caption", in: ["title", "caption"] },
    filters: [
      statusFilter(),
      {
        name: "access",
        label: "Access",
        options: [
          { value: "free", label: "Free" },
          { value: "members", label: "Members" },
        ],
        where: (value) => ({ isFree: value === "free" }),
      },
    ],
    empty: "No videos found.",
  },
  form: {
    fields: [
      text("title", { label: "Title", maxLength: 300 }),
      optionalText("caption", {
        label: "Caption",
        maxLength: 100_000,
        input: "textarea",
        rows: 3,
        hint: "A blank line starts a new paragraph. Everybody can read it.",
      }),
      webAddress("youtubeLink", {
        label: "YouTube link",
        hint: "Its page plays only when the link holds a video id of exactly 11 characters.",
      }),
      withDocs(statusField, { enum: ["Published", "Draft"] }),
      flag("isFree", { label: "Free: visitors and Basic members may watch it", initial: false }),
    ],
    add: { title: "Add video", done: "Video added successfully", failed: "Failed to save video" },
    update: { title: "Edit video", done: "Video updated successfully", failed: "Failed to save video" },
  },
  removal: {
    note: ({ title }) => `“${title}”. This can’t be undone.`,
    done: "Video deleted successfully",
    failed: "Failed to delete video.",
  },
  api: {
    schema: videoSchema,
    serialize: (row, viewer) => serializeVideo(row, isFull(viewer)),
  },
};

function serializeVideo(row: Video, full: boolean) {
  const open = full || row.isFree;
  return serializeRecord(
    row,
    {
      title: row.title,
      caption: row.caption ?? null,
      youtubeLink: (full ? row.youtubeLink : row.openLink) ?? null,
      locked: !open,
      // The documented casing; inside there is one enumeration for all publications.
      status: row.status === "draft" ? "Draft" : "Published",
      isFree: row.isFree,
    },
    { hideChanges: !open },
  );
}
