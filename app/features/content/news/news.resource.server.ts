import { NEWS_CATEGORIES, News } from "db/entities/news";
import { categoryFilter, createdColumn, pictureColumn } from "~/admin-kit/columns.server";
import { openRecord } from "~/admin-kit/declared-record.server";
import { IN_BIN } from "~/admin-kit/delete-question";
import { choice, markdown, picture, publicationStatus, text, toOptions } from "~/admin-kit/fields.server";
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
import { bylineField } from "../authorship.rules.server";
import { MARKDOWN_HINT } from "../markdown.rules";
import { textWarnings } from "../text-warnings.rules.server";
import { drawWrittenText } from "../written-text.server";

/** An article as the API gives it; specification, section 3. */
const ARTICLE = openRecord({
  entity: News,
  name: "NewsItem",
  description: "An article, open to every reader once it is published.",
  filters: ["status", "category", "author"],
  fields: [
    text("title", {
      label: "Title",
      maxLength: 300,
      description: "The headline.",
      example: "Copper climbs as smelters cut output",
    }),
    choice("category", {
      label: "Category",
      half: true,
      options: toOptions(NEWS_CATEGORIES),
      initial: "Trending",
      description: "Its section.",
      example: "Energy",
    }),
    bylineField({ example: "Ada Marlow" }),
    publicationStatus({ initial: "published", half: true }),
    publishAtField({ half: true }),
    picture("image", {
      label: "Picture",
      hint: "JPEG, PNG or WebP, at most 5 MB. Shown at a 3:2 ratio.",
      description: "Path of the picture on this site; null if there is none.",
      inJson: { name: "imageUrl" },
    }),
    markdown("content", {
      label: "Content",
      maxLength: 100_000,
      hint: MARKDOWN_HINT,
      draw: drawWrittenText,
      description: "The text. A blank line starts a new paragraph.",
      example:
        "Three smelters said on Thursday that they will melt less ore this quarter.\n\nThe reason is a lack of concentrate, not of orders.",
    }),
  ],
});

/** Articles, open to every reader. Editors write them; deleting is for admins. */
export const news: Resource<News> = {
  entity: News,
  path: "news",
  singular: "news item",
  noun: "news",
  roles: rolesFor("news"),
  titleOf: derive(["title"], ({ title }) => title),
  missing: "News not found.",
  loadFailed: "Failed to fetch news.",
  visibleTo: (viewer) => ({
    where: visibleFromPublishing("news.read", viewer),
    select: ARTICLE.properties,
  }),
  hasPreview: true,
  listing: {
    title: "News",
    plural: "items",
    columns: [
      pictureColumn(),
      {
        label: "Title",
        sort: "title",
        cell: derive(["title", "category"], (row) => ({ kind: "title", text: row.title, sub: row.category })),
      },
      {
        label: "Author",
        sort: "author",
        cell: derive(["author"], ({ author }) => ({ kind: "text", text: author ?? "Admin" })),
      },
      scheduleStatusColumn(),
      createdColumn(),
    ],
    search: { label: "Search title, content or author", in: ["title", "content", "author"] },
    chosenTogether: "category",
    filters: [categoryFilter(NEWS_CATEGORIES), scheduleFilter(), workingCopyFilter("news")],
    empty: "No news found.",
  },
  form: {
    fields: ARTICLE.fields,
    constraints: SCHEDULE_CONSTRAINTS,
    computeValues: clearPastPublishTime,
    warnings: textWarnings("content", () => "public"),
    add: { title: "Add news", done: "News added successfully", failed: "Failed to add news." },
    update: { title: "Edit news", done: "News updated successfully", failed: "Failed to update news." },
  },
  removal: {
    note: ({ title, author }) => `“${title}” by ${author ?? "Admin"}. ${IN_BIN}`,
    bin: () => "draft",
    done: "News deleted successfully",
    failed: "Failed to delete news.",
  },
  api: {
    schema: ARTICLE.schema,
    filters: ARTICLE.filters,
    serialize: ARTICLE.serialize,
  },
};
