import { Video } from "db/entities/video";
import { createdColumn } from "~/admin-kit/columns.server";
import { IN_BIN } from "~/admin-kit/delete-question";
import { flag, optionalText, publicationStatus, text, webAddress, withDocs } from "~/admin-kit/fields.server";
import {
  forgetPassedMinute,
  PLANNING,
  plannedFilter,
  plannedStatusColumn,
  publishAtField,
  rowsOrOut,
  serializeMinute,
} from "~/admin-kit/planning.server";
import { derive, type Resource } from "~/admin-kit/resource.server";
import { serializeRecord } from "~/admin-kit/serialize.server";
import { rolesFor } from "~/auth/permissions.server";
import { audienceField, lockOf } from "../audience.rules.server";
import { videoSchema } from "./videos.schema.server";

const PUBLIC_PROPERTIES = [
  ...(["id", "title", "caption", "isFree", "audience", "status", "publishAt"] as const),
  ...(["createdAt", "updatedAt", "version"] as const),
];

/** Its casing on the wire is another than inside; any is accepted. */
const statusField = publicationStatus({ initial: "published", half: true });

const LOCK = lockOf("video");

/** Videos; the link to one that is not free is for paying readers. Editors write them; deleting is for admins. */
export const videos: Resource<Video> = {
  entity: Video,
  path: "videos",
  singular: "video",
  noun: "videos",
  roles: rolesFor("videos"),
  titleOf: derive(["title"], ({ title }) => title),
  missing: "Video not found.",
  loadFailed: "Failed to fetch videos",
  visibleTo: (viewer) =>
    LOCK.visible<Video>(viewer, {
      where: rowsOrOut("videos.read", viewer),
      open: [...PUBLIC_PROPERTIES, "openLink"],
      all: [...PUBLIC_PROPERTIES, "youtubeLink"],
    }),
  hasPreview: true,
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
      plannedStatusColumn(),
      createdColumn(),
    ],
    search: { label: "Search title or caption", in: ["title", "caption"] },
    filters: [
      plannedFilter(),
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
        hint: "It plays only if the link holds a video id of exactly 11 characters.",
      }),
      withDocs(statusField, { enum: ["Published", "Draft"] }),
      publishAtField({ half: true }),
      audienceField(),
      flag("isFree", { label: "Free: visitors and Basic members may watch it", initial: false }),
    ],
    constraints: PLANNING,
    computeValues: forgetPassedMinute,
    add: { title: "Add video", done: "Video added successfully", failed: "Failed to save video" },
    update: { title: "Edit video", done: "Video updated successfully", failed: "Failed to save video" },
  },
  removal: {
    note: ({ title }) => `“${title}”. ${IN_BIN}`,
    bin: () => "draft",
    done: "Video deleted successfully",
    failed: "Failed to delete video.",
  },
  api: {
    schema: videoSchema,
    serialize: (row, viewer) => serializeVideo(row, LOCK.isOpen(viewer, row)),
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
      publishAt: serializeMinute(row.publishAt),
      isFree: row.isFree,
      audience: row.audience,
    },
    { hideChanges: !open },
  );
}
