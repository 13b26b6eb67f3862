import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { lengthCheck } from "../columns";
import { Staff } from "./staff";

/** How one person last looked at a list of the back-office; no row for the list's own defaults. */
export const ListMemory = defineEntity({
  name: "ListMemory",
  tableName: "list_memories",
  properties: {
    staff: () => p.manyToOne(Staff).ref().primary().deleteRule("cascade"),
    /** As `/admin/<path>`. */
    list: p.text().primary(),
    /** The search of its address. */
    search: p.text(),
  },
  checks: [lengthCheck("list_memories", "list", 1, 100), lengthCheck("list_memories", "search", 1, 6000)],
});
export type ListMemory = InferEntity<typeof ListMemory>;

/** A list's search, filters, order and columns under a name. */
export const ListView = defineEntity({
  name: "ListView",
  tableName: "list_views",
  properties: {
    id: p.uuid().primary().defaultRaw("gen_random_uuid()"),
    /** As `/admin/<path>`. */
    list: p.text(),
    name: p.text(),
    /** The search of its address; empty for the list's own defaults. */
    search: p.text(),
    /** Null: they left, and the view stays for those it is shared with. */
    owner: () => p.manyToOne(Staff).ref().nullable().deleteRule("set null"),
    /** Its owner, if nobody else sees it: it is deleted with them. */
    privateTo: () => p.manyToOne(Staff).ref().nullable().deleteRule("cascade").index(),
  },
  checks: [
    lengthCheck("list_views", "list", 1, 100),
    lengthCheck("list_views", "name", 1, 60),
    lengthCheck("list_views", "search", 0, 6000),
    { name: "list_views_private", expression: "private_to_id = owner_id" },
  ],
  indexes: [
    { properties: ["list"] },
    {
      name: "list_views_name_unique",
      expression: "create unique index list_views_name_unique on list_views (owner_id, list, lower(name))",
    },
  ],
});
export type ListView = InferEntity<typeof ListView>;
