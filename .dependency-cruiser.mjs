// Who may import whom: downwards only. `npm run imports` holds it.
const SERVER_ONLY = "\\.server\\.tsx?$";

/** Layers from top to bottom; each may import those below it, never one above. */
const LAYERS = ["routes", "features", "resource", "http"];

/**
 * @param {string} layer
 * @param {number} index
 */
const neverUpwards = (layer, index) => ({
  name: `${layer}-downwards-only`,
  comment: "routes → features → resource → http → db",
  severity: "error",
  from: { path: `^app/${layer}/` },
  to: { path: [...LAYERS.slice(0, index), "server"].map((above) => `^app/${above}/`) },
});

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    ...LAYERS.map(neverUpwards),
    {
      name: "ui-knows-nothing-of-news",
      comment: "The design system imports nothing of ours.",
      severity: "error",
      from: { path: "^app/ui/" },
      to: { path: "^(app/(?!ui/)|db/|tests/)" },
    },
    {
      name: "db-knows-nothing-of-app",
      severity: "error",
      from: { path: "^db/" },
      to: { path: "^(app|tests)/" },
    },
    {
      name: "nobody-imports-routes",
      severity: "error",
      from: { pathNot: "^(app/routes/|tests/)" },
      to: { path: "^app/routes/" },
    },
    {
      name: "db-only-from-server-files",
      comment: "What may reach the browser must not reach the database, not even for a type.",
      severity: "error",
      from: { path: "^app/", pathNot: [SERVER_ONLY, "^app/server/"] },
      to: { path: "^db/" },
    },
    {
      name: "node-modules-only-from-server-files",
      comment: "Node's own modules have no place in what may reach the browser.",
      severity: "error",
      from: { path: "^app/", pathNot: [SERVER_ONLY, "^app/server/", "^app/entry\\.server\\.tsx$"] },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "features-by-the-front-door",
      comment:
        "Another feature's queries, rules or components; membership answers everyone, mail takes letters. The API's description speaks of all of them.",
      severity: "error",
      from: { path: "^app/features/([^/]+)/", pathNot: "^app/features/api-description/" },
      to: {
        path: "^app/features/[^/]+/",
        pathNot: [
          "^app/features/$1/",
          "^app/features/membership/",
          "^app/features/mail/(queue\\.server|letters)\\.ts$",
          "\\.queries\\.server\\.ts$",
          "\\.rules(\\.server)?\\.ts$",
          "\\.tsx$",
        ],
      },
    },
    {
      name: "launcher-stands-alone",
      comment: "It runs before anything is installed: Node's own modules and its own rooms only.",
      severity: "error",
      from: { path: "^(app/server/launch(/|\\.mjs)|db/embedded/|tests/run(/|\\.mjs))" },
      to: {
        pathNot: "^(app/server/launch/|db/embedded/|tests/run/)",
        dependencyTypesNot: ["core"],
      },
    },
    {
      name: "product-without-tests",
      severity: "error",
      from: { path: "^(app|db)/" },
      to: { path: "^tests/" },
    },
    {
      name: "no-circles",
      severity: "error",
      from: {},
      // Two types may name each other; circles of running code are another thing.
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "resolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^(virtual:|build/)" },
    },
    {
      name: "no-undeclared-packages",
      severity: "error",
      from: { path: "^(app|db)/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "no-development-packages-in-the-product",
      severity: "error",
      from: { path: "^(app|db)/", pathNot: ["^app/routes\\.ts$", "^app/server/dev\\.mjs$"] },
      to: {
        dependencyTypes: ["npm-dev"],
        dependencyTypesNot: ["type-only"],
        pathNot: "^node_modules/@types/",
      },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(build|test-results)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};
