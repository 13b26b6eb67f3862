// Who may import whom: downwards only. `npm run imports` holds it.
const SERVER_ONLY = "\\.server\\.tsx?$";

/**
 * Layers from top to bottom; each may import those below it, never one above.
 */
const LAYERS = [
  { name: "routes", path: "^app/routes/" },
  { name: "features", path: "^app/features/" },
  { name: "access", path: "^app/access/" },
  { name: "admin-kit", path: "^app/admin-kit/" },
  { name: "auth", path: "^app/auth/" },
  { name: "web", path: "^app/web/" },
  { name: "platform", path: "^app/platform/" },
];

/** What the first start builds the site with; the product itself imports none of it. */
const BUILD_PACKAGES = [
  "@remix-run/dev",
  "@remix-run/route-config",
  "@tailwindcss/vite",
  "esbuild",
  "tailwindcss",
  "vite",
];

/**
 * @param {{ name: string, path: string }} layer
 * @param {number} index
 */
const neverUpwards = ({ name, path }, index) => ({
  name: `${name}-downwards-only`,
  comment: LAYERS.map((layer) => layer.name).join(" → "),
  severity: "error",
  from: { path },
  to: { path: [...LAYERS.slice(0, index).map((above) => above.path), "^app/server/"] },
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
      name: "zod-mini-in-the-browser",
      comment:
        "All of zod describes the API and reads settings; what may reach the browser checks by zod/mini.",
      severity: "error",
      from: { path: "^app/", pathNot: [SERVER_ONLY, "^app/server/"] },
      to: { path: "(^|/)node_modules/zod/index\\.", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "features-by-the-front-door",
      comment:
        "Another feature's queries, rules or components; mail takes contents, newsletters take pushes and sign links, the ledger takes calls, an account that is deleted is forgotten by the rooms that keep something of it. The API's description speaks of all of them.",
      severity: "error",
      from: { path: "^app/features/((?:content/)?[^/]+)/", pathNot: "^app/features/api-description/" },
      to: {
        path: "^app/features/[^/]+/",
        pathNot: [
          "^app/features/$1/",
          "^app/features/mail/(dkim\\.server|queue\\.server|mail-again\\.server|mail-content|mail-parts|mail-reply\\.server|mail-templates|render-mail|imap-mailbox\\.server|isolated|staff-mails|new-device-mail\\.server|passkey-mail\\.server|read-report\\.server|return-address\\.server|transport\\.server)\\.ts$",
          "^app/features/newsletters/(push/queue-push|unsubscribe-token)\\.server\\.ts$",
          "^app/features/calls/(record-calls|track-record/mark-public-calls)\\.server\\.ts$",
          "^app/features/(billing/(gifts|orders)/forget-(gifts|orders|payer)|mail/forget-mails)\\.server\\.ts$",
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
      to: { circular: true },
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
    {
      name: "no-build-packages-in-the-product",
      comment: "They come with `npm start` and not into the image: the Dockerfile takes them away.",
      severity: "error",
      from: { path: "^(app|db)/", pathNot: ["^app/routes\\.ts$", "^app/server/dev\\.mjs$"] },
      to: { path: `(^|/)node_modules/(${BUILD_PACKAGES.join("|")})/`, dependencyTypesNot: ["type-only"] },
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
