import { fileURLToPath } from "node:url";

/** The beginnings of import paths, for whatever runs the project's TypeScript outside its build. */
export const ALIASES = Object.entries({ "~/": "app/", "db/": "db/", "tests/": "tests/" }).map(
  ([start, folder]) => ({
    find: new RegExp(`^${start}`),
    replacement: fileURLToPath(new URL(`../../${folder}`, import.meta.url)),
  }),
);
