import { Banner } from "db/entities/banner";
import { createdColumn, pictureColumn } from "~/admin-kit/columns.server";
import { IN_BIN } from "~/admin-kit/delete-question";
import {
  ENDING,
  endingFilter,
  endingStatusColumn,
  rowsOrNotEnded,
  unpublishAtField,
} from "~/admin-kit/ending.server";
import { flag, optionalWebAddress, picture, text } from "~/admin-kit/fields.server";
import { serializeMinute } from "~/admin-kit/planning.server";
import { derive, type Resource } from "~/admin-kit/resource.server";
import { serializePicture, serializeRecord } from "~/admin-kit/serialize.server";
import { rolesFor } from "~/auth/permissions.server";
import { bannerSchema } from "./banners.schema.server";

const REQUIRED_MESSAGE = "Title and image are required";

/** Banners across the top of the home page: a picture with its disclaimer note, and a link or none. */
export const banners: Resource<Banner> = {
  entity: Banner,
  path: "banner",
  singular: "banner",
  noun: "banners",
  roles: rolesFor("banners"),
  titleOf: derive(["title"], ({ title }) => title),
  missing: "Banner not found.",
  loadFailed: "Failed to fetch banners",
  visibleTo: (viewer) => ({
    where: rowsOrNotEnded("banners.read", viewer, false),
    select: [
      ...(["id", "title", "url", "unpublishAt", "sellsMembership", "image"] as const),
      ...(["createdAt", "updatedAt", "version"] as const),
    ],
  }),
  listing: {
    title: "Banners",
    plural: "banners",
    columns: [
      pictureColumn(),
      {
        label: "Disclaimer Note",
        sort: "title",
        cell: derive(["title"], ({ title }) => ({ kind: "title", text: title })),
      },
      {
        label: "Link",
        sort: "url",
        sortedBy: "urlStart",
        cell: derive(["url"], ({ url }) => ({ kind: "text", text: url ?? "No link" })),
      },
      endingStatusColumn(false),
      createdColumn(),
    ],
    search: { label: "Search note or link", in: ["title", "url"] },
    filters: [endingFilter(false)],
    empty: "No data found.",
  },
  form: {
    fields: [
      text("title", { label: "Disclaimer Note", maxLength: 300, requiredMessage: REQUIRED_MESSAGE }),
      optionalWebAddress("url", {
        label: "Link",
        hint: "Opens in a new tab. Left empty, the banner is not a link.",
      }),
      unpublishAtField(),
      flag("sellsMembership", {
        label: "Sells our memberships: not shown to members who pay",
        initial: false,
      }),
      picture("image", {
        label: "Image",
        required: true,
        requiredMessage: REQUIRED_MESSAGE,
        hint: "JPEG, PNG or WebP, at most 5 MB. Shown 160 pixels wide beside the note.",
      }),
    ],
    constraints: ENDING,
    add: { title: "Add banner", done: "Banner added successfully", failed: "Failed to save banner" },
    update: { title: "Edit banner", done: "Banner updated successfully", failed: "Failed to save banner" },
  },
  removal: {
    note: ({ title }) => `“${title}”. ${IN_BIN}`,
    bin: () => "as it was",
    done: "Banner deleted successfully",
    failed: "Failed to delete banner",
  },
  api: {
    schema: bannerSchema,
    serialize: (row) =>
      serializeRecord(row, {
        title: row.title,
        url: row.url ?? null,
        unpublishAt: serializeMinute(row.unpublishAt),
        sellsMembership: row.sellsMembership,
        image: serializePicture(row.image),
      }),
  },
};
