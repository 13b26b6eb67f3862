import type { FilterQuery } from "@mikro-orm/core";
import { pictureAttributes } from "~/platform/images/picture";
import { asOptions, PUBLICATION } from "./fields.server";
import { pictureIn } from "./form-screen.server";
import { type Column, type Filter, type Managed, shown } from "./resource.server";

type Publishable = Managed & { status: "published" | "draft" };

/** When the record was made; every list has it and starts sorted by it. */
export const createdColumn = <Row extends Managed>(): Column<Row> => ({
  label: "Created",
  sort: "createdAt",
  cell: shown([], ({ createdAt }) => ({ kind: "time", iso: createdAt.toISOString() })),
});

/** A small picture of the record, or the mark that it has none. @param options.whole in its own shape, not cut */
export const pictureColumn = <Row extends Managed & { image?: unknown }>(
  options: { whole?: boolean } = {},
): Column<Row> => ({
  label: "Picture",
  picture: true,
  cell: shown(["image"], ({ image }) => {
    const picture = pictureIn(image);
    return { kind: "picture", picture: picture && pictureAttributes(picture), ...options };
  }),
});

export const statusColumn = <Row extends Publishable>(): Column<Row> => ({
  label: "Status",
  cell: shown(["status"], ({ status }) => ({
    kind: "badge",
    publication: status,
    ...(status === "draft" ? { tone: "draft", text: "Draft" } : { tone: "good", text: "Published" }),
  })),
});

export const statusFilter = <Row extends Publishable>(): Filter<Row> => ({
  name: "status",
  label: "Status",
  options: PUBLICATION,
  where: (value) => ({ status: value }) as FilterQuery<Row>,
});

export const categoryFilter = <Row extends Managed & { category: string }>(
  categories: readonly string[],
): Filter<Row> => ({
  name: "category",
  label: "Category",
  options: asOptions(categories),
  where: (value) => ({ category: value }) as FilterQuery<Row>,
});
