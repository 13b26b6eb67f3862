import { PickList } from "db/entities/pick-list";
import { PICK_CATEGORIES } from "db/entities/stock-pick";
import { categoryFilter, createdColumn } from "~/admin-kit/columns.server";
import { text } from "~/admin-kit/fields.server";
import { type ChangeableResource, derive, type StoredList } from "~/admin-kit/resource.server";
import { NOBODY, rolesFor } from "~/auth/permissions.server";

/**
 * The public description of each list of picks. The specification fixes the lists, so none can be added or
 * deleted.
 */
export const pickLists: StoredList<PickList> & ChangeableResource<PickList> = {
  entity: PickList,
  path: "pick-lists",
  singular: "list of picks",
  noun: "stock-picks",
  roles: { ...rolesFor("stock-picks"), remove: NOBODY },
  titleOf: derive(["category"], ({ category }) => category),
  missing: "List of picks not found.",
  loadFailed: "Failed to fetch lists of picks",
  visibleTo: () => ({
    where: {},
    select: ["id", "category", "thesis", "createdAt", "updatedAt", "version"],
  }),
  listing: {
    title: "Pick lists",
    plural: "lists of picks",
    parent: { label: "Stock Picks", to: "/admin/stock-picks" },
    columns: [
      {
        label: "List",
        sort: "category",
        cell: derive(["category"], ({ category }) => ({ kind: "title", text: category })),
      },
      {
        label: "Idea",
        cell: derive(["thesis"], ({ thesis }) => ({ kind: "text", text: thesis })),
      },
      createdColumn(),
    ],
    search: { label: "Search list or idea", in: ["category", "thesis"] },
    filters: [categoryFilter(PICK_CATEGORIES)],
    empty: "No lists of picks found.",
  },
  form: {
    fields: [
      text("thesis", {
        label: "Idea",
        hint: "What the list is for, in a sentence or two. Readers see it above the list’s weights.",
        input: "textarea",
        rows: 3,
        maxLength: 300,
      }),
    ],
    update: {
      title: "Edit list of picks",
      done: "List of picks updated successfully",
      failed: "Failed to save list of picks",
    },
  },
};
