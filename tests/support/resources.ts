import { isResource, type Listed, type ManagedRecord } from "~/admin-kit/resource.server";
import { bin } from "~/features/registry.server";

const DECLARED = Object.values(
  import.meta.glob<Record<string, Listed<ManagedRecord>>>("../../app/features/**/*.resource.server.ts", {
    eager: true,
  }),
).flatMap((module) => Object.values(module).filter((found) => found?.listing !== undefined));

/** Every declared list, and the bin's, which the registry creates. */
export const LISTS: readonly Listed<ManagedRecord>[] = [...DECLARED, bin as unknown as Listed<ManagedRecord>];

/** The fields that its form, or its JSON, accepts. */
export const fieldsOf = (list: (typeof LISTS)[number]) => ("entity" in list && list.form?.fields) || [];

/** The managed records among them, with every part. */
export const RESOURCES = LISTS.filter((list) => isResource(list));
