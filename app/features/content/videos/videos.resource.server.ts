import { Video } from "db/entities/video";
import { z } from "zod";
import { accessTo } from "~/access/access.server";
import { createdColumn } from "~/admin-kit/columns.server";
import { lockedRecord } from "~/admin-kit/declared-record.server";
import { IN_BIN } from "~/admin-kit/delete-question";
import { flag, optionalText, publicationStatus, text, webAddress, withDocs } from "~/admin-kit/fields.server";
import {
  clearPastPublishTime,
  publishAtField,
  SCHEDULE_CONSTRAINTS,
  scheduleFilter,
  scheduleStatusColumn,
  visibleFromPublishing,
} from "~/admin-kit/publish-time.server";
import { derive, type Resource } from "~/admin-kit/resource.server";
import { workingCopyFilter } from "~/admin-kit/working-copies/copy-list.server";
import { rolesFor } from "~/auth/permissions.server";
import { audienceField, paywallFor } from "../audience.rules.server";

const STATUSES = ["Published", "Draft"] as const;

/**
 * The API documents its own casing, while the code shares one enumeration for all publications. Input is not
 * case-sensitive.
 */
const statusField = publicationStatus({
  initial: "published",
  half: true,
  example: "Published",
  inJson: {
    schema: z.enum(STATUSES),
    serialize: (status) => (status === "draft" ? "Draft" : "Published"),
  },
});

const PAYWALL = paywallFor("video");

/** A video as the API gives it; specification, section 3. */
const VIDEO = lockedRecord({
  entity: Video,
  name: "Video",
  description: "A video. Free videos are open to everybody.",
  filters: ["status", "isFree"],
  open: ["title", "caption", "status", "publishAt", "isFree", "audience"],
  flagAfter: "youtubeLink",
  fields: [
    text("title", {
      label: "Title",
      maxLength: 300,
      description: "The title of the video.",
      example: "How to read a yield curve",
    }),
    optionalText("caption", {
      label: "Caption",
      maxLength: 100_000,
      input: "textarea",
      rows: 3,
      hint: "A blank line starts a new paragraph. Everybody can read it.",
      description: "What the video is about.",
      example: "Eleven minutes on what short and long rates say.",
    }),
    webAddress("youtubeLink", {
      label: "YouTube link",
      hint: "The video plays only if the link contains a video ID of exactly 11 characters.",
      description: "The address of the video on YouTube.",
      example: "https://www.youtube.com/watch?v=a1B2c3D4e5F",
    }),
    withDocs(statusField, { enum: STATUSES }),
    publishAtField({ half: true }),
    audienceField(),
    flag("isFree", {
      label: "Free: visitors and Basic members may watch it",
      initial: false,
      description: "Whether everybody may watch it.",
      example: false,
    }),
  ],
});

/**
 * Videos. The link of a video that is not free is for paying readers. Editors write them; deleting is for
 * admins.
 */
export const videos: Resource<Video> = {
  entity: Video,
  path: "videos",
  singular: "video",
  noun: "videos",
  roles: rolesFor("videos"),
  titleOf: derive(["title"], ({ title }) => title),
  missing: "Video not found.",
  loadFailed: "Failed to fetch videos",
  visibleTo: (viewer) => ({
    ...PAYWALL.visible<Video>(viewer, {
      where: visibleFromPublishing("videos.read", viewer),
      // The database returns the link of a free video in its own column, which is open.
      open: [...VIDEO.properties.open, "openLink", "updatedAt", "version"],
      all: VIDEO.properties.all,
    }),
    hidesChanges: accessTo("video", viewer) !== "full",
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
      scheduleStatusColumn(),
      createdColumn(),
    ],
    search: { label: "Search title or caption", in: ["title", "caption"] },
    filters: [
      scheduleFilter(),
      workingCopyFilter("videos"),
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
    fields: VIDEO.fields,
    constraints: SCHEDULE_CONSTRAINTS,
    computeValues: clearPastPublishTime,
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
    schema: VIDEO.schema,
    filters: VIDEO.filters,
    serialize: (row, viewer) => serializeVideo(row, PAYWALL.isOpen(viewer, row)),
  },
};

function serializeVideo(row: Video, full: boolean) {
  const youtubeLink = full ? row.youtubeLink : row.openLink;
  return VIDEO.serialize({ ...row, youtubeLink } as Video, full || row.isFree);
}
