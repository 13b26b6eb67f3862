import { NEWS_CATEGORIES, News } from "db/entities/news";
import { categoryFilter, createdColumn, pictureColumn } from "~/admin-kit/columns.server";
import { IN_BIN } from "~/admin-kit/delete-question";
import {
  choice,
  markdown,
  optionalText,
  picture,
  publicationStatus,
  text,
  toOptions,
} from "~/admin-kit/fields.server";
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
import { serializePicture, serializeRecord } from "~/admin-kit/serialize.server";
import { rolesFor } from "~/auth/permissions.server";
import { MARKDOWN_HINT } from "../markdown.rules";
import { textDoubts } from "../text-doubts.rules.server";
import { drawWrittenText } from "../written-text.server";
import { newsSchema } from "./news.schema.server";

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
    where: rowsOrOut("news.read", viewer),
    select: [
      "id",
      "title",
      "content",
      "image",
      "category",
      "author",
      "status",
      "publishAt",
      "createdAt",
      "updatedAt",
      "version",
    ],
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
      plannedStatusColumn(),
      createdColumn(),
    ],
    search: { label: "Search title, content or author", in: ["title", "content", "author"] },
    chosenTogether: "category",
    filters: [categoryFilter(NEWS_CATEGORIES), plannedFilter()],
    empty: "No news found.",
  },
  form: {
    fields: [
      text("title", { label: "Title", maxLength: 300 }),
      choice("category", {
        label: "Category",
        half: true,
        options: toOptions(NEWS_CATEGORIES),
        initial: "Trending",
      }),
      optionalText("author", {
        label: "Author",
        half: true,
        maxLength: 100,
        hint: "Shown as Admin when empty.",
      }),
      publicationStatus({ initial: "published", half: true }),
      publishAtField({ half: true }),
      picture("image", { label: "Picture", hint: "JPEG, PNG or WebP, at most 5 MB. Shown in 3 to 2." }),
      markdown("content", {
        label: "Content",
        maxLength: 100_000,
        hint: MARKDOWN_HINT,
        draw: drawWrittenText,
      }),
    ],
    constraints: PLANNING,
    computeValues: forgetPassedMinute,
    doubts: textDoubts("content", () => "public"),
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
    schema: newsSchema,
    serialize: (row) =>
      serializeRecord(row, {
        title: row.title,
        content: row.content,
        imageUrl: serializePicture(row.image),
        category: row.category,
        author: row.author ?? "Admin",
        status: row.status,
        publishAt: serializeMinute(row.publishAt),
      }),
  },
};
