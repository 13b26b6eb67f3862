import { isResource, type Listed, type ManagedRecord } from "~/admin-kit/resource.server";

/** Every list that is declared. */
export const LISTS = Object.values(
  import.meta.glob<Record<string, Listed<ManagedRecord>>>("../../app/features/**/*.resource.server.ts", {
    eager: true,
  }),
).flatMap((module) => Object.values(module).filter((found) => found?.listing !== undefined));

/** The fields that its form, or its JSON, takes. */
export const fieldsOf = (list: (typeof LISTS)[number]) => ("entity" in list && list.form?.fields) || [];

/** Those that are ordinary managed records, with every part. */
export const RESOURCES = LISTS.filter((list) => isResource(list));
