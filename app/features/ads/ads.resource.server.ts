import { AD_CATEGORIES, Ad, RECENT_DAYS } from "db/entities/ad";
import { categoryFilter, createdColumn, pictureColumn } from "~/admin-kit/columns.server";
import { openRecord } from "~/admin-kit/declared-record.server";
import { IN_BIN } from "~/admin-kit/delete-question";
import {
  choice,
  flag,
  optionalText,
  picture,
  publicationStatus,
  webAddress,
} from "~/admin-kit/fields.server";
import { wholeNumber } from "~/admin-kit/number-fields.server";
import { type Column, derive, type Resource } from "~/admin-kit/resource.server";
import {
  ENDING_CONSTRAINTS,
  endingFilter,
  endingStatusColumn,
  unpublishAtField,
  visibleUntilEnd,
} from "~/admin-kit/unpublish-time.server";
import { workingCopyFilter } from "~/admin-kit/working-copies/copy-list.server";
import { can, rolesFor } from "~/auth/permissions.server";
import { formatCount } from "~/ui/format";
import { countsPath } from "./ad-counts.rules";

const SHAPES: Record<(typeof AD_CATEGORIES)[number], string> = {
  square: "Square, 260 by 200",
  rectangle: "Rectangle, 800 by 100",
};

const SELLS_MEMBERSHIP = "Promotes our memberships: hidden from paying members";

/** An address without its scheme, and without the slash of an empty path. */
const withoutScheme = (address: string) => address.replace(/^https?:\/\//i, "").replace(/\/$/, "");

/** The counts of the last days. The figure links to the single days. */
const countColumn = (
  label: string,
  property: "recentViews" | "recentClicks",
  sortedBy: "keptViews" | "keptClicks",
): Column<Ad> => ({
  label: `${label}, ${RECENT_DAYS} days`,
  sort: property,
  sortedBy,
  cell: derive([property], (ad) => ({
    kind: "number",
    text: formatCount(ad[property]),
    to: countsPath(ad.id),
  })),
});

/** An advertisement as the API gives it; specification, section 3. */
const AD = openRecord({
  entity: Ad,
  name: "Ad",
  description: "An advertisement.",
  filters: ["status", "category"],
  fields: [
    webAddress("name", {
      label: "Url",
      hint: "The address that a click opens in a new tab.",
      description: "The advertiser’s web address. It is also the alt text if `altText` is null.",
      example: "https://advertiser.example/",
    }),
    optionalText("altText", {
      label: "Alt text",
      hint: "Name the advertiser and repeat any text in the picture, including warnings. If this is empty, screen readers read out the address.",
      maxLength: 300,
      description: "Describes the picture for readers who cannot see it. Null if not set.",
      example: "Harrow & Pike: share dealing, one flat fee. Capital at risk.",
    }),
    choice("category", {
      label: "Category",
      input: "radio",
      options: AD_CATEGORIES.map((value) => ({ value, label: SHAPES[value] })),
      initial: "square",
      description: "Square ads are 260 × 200 pixels; rectangle ads are 800 × 100.",
      example: "square",
    }),
    wholeNumber("position", {
      label: "Position",
      half: true,
      hint: "The slot, from 1 to 10. If several ads share a slot, each page view shows one of them at random.",
      min: 1,
      max: 10,
      initial: 1,
      description: "The slot, from 1 to 10.",
      example: 1,
    }),
    publicationStatus({ initial: "draft", half: true }),
    unpublishAtField(),
    flag("sellsMembership", {
      label: SELLS_MEMBERSHIP,
      initial: false,
      description: "Whether it promotes the site’s own memberships. Paying members do not see it.",
      example: false,
    }),
    picture("image", {
      label: "Image",
      required: true,
      hint: "JPEG, PNG or WebP, at most 5 MB, in the proportions of its category. Phones show only the left half of a rectangle, so put the message there.",
      description: "Path of the picture on this site.",
    }),
  ],
});

/**
 * Advertisements. Readers see the published ones. `name` is the link target, and describes the picture that
 * has no alternative text.
 */
export const ads: Resource<Ad> = {
  entity: Ad,
  path: "ads",
  singular: "ad",
  noun: "ads",
  roles: rolesFor("ads"),
  titleOf: derive(["name"], ({ name }) => name),
  missing: "Ad not found.",
  loadFailed: "Failed to fetch ads",
  visibleTo: (viewer) => ({
    where: visibleUntilEnd("ads.read", viewer, true),
    select: [
      ...AD.properties,
      ...(can(viewer, "ads.read") ? (["recentViews", "recentClicks"] as const) : []),
    ],
  }),
  listing: {
    title: "Ads",
    plural: "ads",
    columns: [
      pictureColumn({ whole: true }),
      {
        label: "Url",
        sort: "name",
        sortedBy: "nameStart",
        cell: derive(["name"], ({ name }) => ({ kind: "title", text: name, short: withoutScheme(name) })),
      },
      {
        label: "Category",
        sort: "category",
        cell: derive(["category"], ({ category }) => ({
          kind: "text",
          text: category === "square" ? "Square" : "Rectangle",
        })),
      },
      {
        label: "Position",
        sort: "position",
        cell: derive(["position"], ({ position }) => ({ kind: "number", text: String(position) })),
      },
      endingStatusColumn(true),
      countColumn("Views", "recentViews", "keptViews"),
      countColumn("Clicks", "recentClicks", "keptClicks"),
      createdColumn(),
    ],
    search: { label: "Search Url", in: ["name"] },
    chosenTogether: "category",
    filters: [categoryFilter(AD_CATEGORIES), endingFilter(true), workingCopyFilter("ads")],
    empty: "No ads found.",
  },
  form: {
    fields: AD.fields,
    constraints: ENDING_CONSTRAINTS,
    add: { title: "Add ad", done: "Ad added successfully", failed: "Failed to save ad" },
    update: { title: "Edit ad", done: "Ad updated successfully", failed: "Failed to save ad" },
  },
  removal: {
    note: ({ name, category, position }) =>
      `The ${category} ad in position ${position} that leads to ${name}. ${IN_BIN}`,
    bin: () => "draft",
    done: "Ad deleted successfully",
    failed: "Failed to delete ad",
  },
  api: {
    schema: AD.schema,
    filters: AD.filters,
    serialize: AD.serialize,
  },
};
