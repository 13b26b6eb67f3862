import type { Resource } from "~/admin-kit/resource.server";

/** Every declared resource. */
export const RESOURCES = Object.values(
  import.meta.glob<Record<string, Resource<never>>>("../../app/features/**/*.resource.server.ts", {
    eager: true,
  }),
).flatMap((module) => Object.values(module).filter((found) => Array.isArray(found?.fields)));
