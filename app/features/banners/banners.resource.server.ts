import { Banner } from "db/entities/banner";
import { createdColumn, pictureColumn } from "~/admin-kit/columns.server";
import { openRecord } from "~/admin-kit/declared-record.server";
import { IN_BIN } from "~/admin-kit/delete-question";
import { flag, optionalWebAddress, picture, text } from "~/admin-kit/fields.server";
import { derive, type Resource } from "~/admin-kit/resource.server";
import {
  ENDING_CONSTRAINTS,
  endingFilter,
  endingStatusColumn,
  unpublishAtField,
  visibleUntilEnd,
} from "~/admin-kit/unpublish-time.server";
import { rolesFor } from "~/auth/permissions.server";

const REQUIRED_MESSAGE = "Title and image are required";

/** A banner as the API gives it; specification, section 3. */
const BANNER = openRecord({
  entity: Banner,
  name: "Banner",
  description: "A picture across the home page.",
  fields: [
    text("title", {
      label: "Disclaimer Note",
      maxLength: 300,
      requiredMessage: REQUIRED_MESSAGE,
      description: "The disclaimer note next to the picture.",
      example: "Capital at risk. For education only.",
    }),
    optionalWebAddress("url", {
      label: "Link",
      hint: "Opens in a new tab. If empty, the banner is not a link.",
      description: "The address of the link, or null.",
      example: "https://partner.example/",
    }),
    unpublishAtField(),
    flag("sellsMembership", {
      label: "Promotes our memberships: hidden from paying members",
      initial: false,
      description: "Whether it promotes the site’s own memberships. Paying members do not see it.",
      example: false,
    }),
    picture("image", {
      label: "Image",
      required: true,
      requiredMessage: REQUIRED_MESSAGE,
      hint: "JPEG, PNG or WebP, at most 5 MB. Shown 160 pixels wide next to the note.",
      description: "Path of the picture on this site.",
    }),
  ],
});

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
    where: visibleUntilEnd("banners.read", viewer, false),
    select: BANNER.properties,
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
    fields: BANNER.fields,
    constraints: ENDING_CONSTRAINTS,
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
    schema: BANNER.schema,
    serialize: BANNER.serialize,
  },
};
