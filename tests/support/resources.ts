import { isResource, type Listed, type ManagedRecord } from "~/admin-kit/resource.server";
import { bin } from "~/features/registry.server";

const DECLARED = Object.values(
  import.meta.glob<Record<string, Listed<ManagedRecord>>>("../../app/features/**/*.resource.server.ts", {
    eager: true,
  }),
).flatMap((module) => Object.values(module).filter((found) => found?.listing !== undefined));

/** Every list that is declared, and that of the bin, which the registry makes of those whose records go there. */
export const LISTS: readonly Listed<ManagedRecord>[] = [...DECLARED, bin as unknown as Listed<ManagedRecord>];

/** The fields that its form, or its JSON, takes. */
export const fieldsOf = (list: (typeof LISTS)[number]) => ("entity" in list && list.form?.fields) || [];

/** Those that are ordinary managed records, with every part. */
export const RESOURCES = LISTS.filter((list) => isResource(list));
