import type { FilterQuery } from "@mikro-orm/core";
import type { PublicationStatus } from "db/columns";
import { pictureAttributes } from "~/platform/pictures/picture";
import type { Cell } from "./cells";
import { PUBLICATION_OPTIONS, toOptions } from "./fields.server";
import { loadedPicture } from "./form-screen.server";
import { type Column, derive, type Filter, type ManagedRecord } from "./resource.server";
import { withReady } from "./review/entries.server";

/** The creation date; every list has it and is sorted by it at first. */
export const createdColumn = <Row extends ManagedRecord>(): Column<Row> => ({
  label: "Created",
  sort: "createdAt",
  cell: derive([], ({ createdAt }) => ({ kind: "time", iso: createdAt.toISOString() })),
});

type Publishable = ManagedRecord & { status: PublicationStatus };

/** The status of a record that cannot be scheduled. */
export const publicationColumn = <Row extends Publishable>(): Column<Row> => ({
  label: "Status",
  field: "status",
  cell: derive<Row, "status" & keyof Row, Cell>(["status"], ({ status }) => ({
    kind: "badge",
    publication: status,
    ...(status === "draft" ? { tone: "draft", text: "Draft" } : { tone: "good", text: "Published" }),
  })),
});

export const publicationFilter = <Row extends Publishable>(): Filter<Row> =>
  withReady({
    name: "status",
    label: "Status",
    options: PUBLICATION_OPTIONS,
    where: (status) => ({ status }) as FilterQuery<Row>,
  });

/** A thumbnail, or a placeholder. @param options.whole keeps the aspect ratio */
export const pictureColumn = <Row extends ManagedRecord & { image?: unknown }>(
  options: { whole?: boolean } = {},
): Column<Row> => ({
  label: "Picture",
  picture: true,
  cell: derive(["image"], ({ image }) => {
    const picture = loadedPicture(image);
    return { kind: "picture", picture: picture && pictureAttributes(picture), ...options };
  }),
});

export const categoryFilter = <Row extends ManagedRecord & { category: string }>(
  categories: readonly string[],
): Filter<Row> => ({
  name: "category",
  label: "Category",
  options: toOptions(categories),
  where: (value) => ({ category: value }) as FilterQuery<Row>,
});
