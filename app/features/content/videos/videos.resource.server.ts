import { Video } from "db/entities/video";
import { createdColumn, statusColumn, statusFilter } from "~/admin-kit/columns.server";
import { flag, optionalText, publicationStatus, text, webAddress } from "~/admin-kit/fields.server";
import { derive, type Resource } from "~/admin-kit/resource.server";
import { can, rolesFor } from "~/features/auth/permissions.server";
import { accessTo } from "~/features/entitlements/access.server";
import { videoSchema } from "./videos.schema.server";

const PUBLIC_PROPERTIES = [
  ...(["id", "title", "caption", "isFree", "status"] as const),
  ...(["createdAt", "updatedAt", "version"] as const),
];

/** Its casing on the wire is another than inside; any is accepted. */
const statusField = publicationStatus({ initial: "published" });

/** Videos; the link to one that is not free is for paying readers. Editors write them; deleting is for admins. */
export const videos: Resource<Video> = {
  entity: Video,
  path: "videos",
  names: { one: "video", many: "videos", title: "Videos", add: "Add video", edit: "Edit video" },
  roles: rolesFor("videos"),
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
    { ...statusField, schema: statusField.schema.meta({ enum: ["Published", "Draft"] }) },
    flag("isFree", { label: "Free: visitors and Basic members may watch it", initial: false }),
  ],
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
  titleOf: derive(["title"], ({ title }) => title),
  deleteNote: ({ title }) => `“${title}”. This can’t be undone.`,
  texts: {
    empty: "No videos found.",
    missing: "Video not found.",
    failed: {
      load: "Failed to fetch videos",
      add: "Failed to save video",
      update: "Failed to save video",
      remove: "Failed to delete video.",
    },
    done: {
      add: "Video added successfully",
      update: "Video updated successfully",
      remove: "Video deleted successfully",
    },
  },
  schema: videoSchema,
  visibleTo: (viewer) => {
    const full = accessTo("video", viewer) === "full";
    const isOpen = (row: Video) => full || row.isFree;
    return {
      where: can(viewer, "videos.read") ? {} : { status: "published" },
      select: [...PUBLIC_PROPERTIES, full ? "youtubeLink" : "openLink"],
      serialize: (row) => ({
        _id: row.id,
        id: row.id,
        title: row.title,
        caption: row.caption ?? null,
        youtubeLink: (full ? row.youtubeLink : row.openLink) ?? null,
        locked: !isOpen(row),
        // The documented casing; inside there is one enumeration for all publications.
        status: row.status === "draft" ? "Draft" : "Published",
        isFree: row.isFree,
        createdAt: row.createdAt.toISOString(),
        updatedAt: isOpen(row) ? row.updatedAt.toISOString() : null,
        version: isOpen(row) ? row.version : null,
      }),
    };
  },
};
