import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { build } from "esbuild";
import { defineConfig, type Plugin } from "vite";
import remixConfig from "./remix.config.js";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * One bundle holds the server and the routes, so both see the same module instances. Its chunks lie beside its
 * entry: wherever the bundler puts a module, `../client` is the same folder.
 */
function serverEntry(): Plugin {
  return {
    name: "openbell:server-entry",
    config: (_config, { isSsrBuild }) =>
      isSsrBuild
        ? {
            build: {
              target: "node20",
              // As for browsers: a sheet whose address pages name is one file, whichever of the two builds wrote it.
              cssTarget: ["es2020", "edge88", "firefox78", "chrome87", "safari14"],
              rollupOptions: {
                input: here("./app/server/main.ts"),
                // Everything that is imported is used; to prove it takes a tenth of the build's time.
                treeshake: false,
                output: { chunkFileNames: "[name]-[hash].js" },
              },
            },
          }
        : undefined,
  };
}

/** What every page with state draws: one file of it instead of twenty, which is also a tenth smaller. */
const FRAME =
  /app\/(features\/(accounts\/deletion\.rules|search\/search-box|site-shell\/(bare-frame|error-screen|keep-account|top-bar))|ui\/(attributes|avatar|button|class-names|dates|drawer-button|error-page|field|format|head|icon|logo|menu|message|navigation|search-box|skip-link|tabs|time|toast|with-script)|web\/(meta|root-data|theme-choice|unsent-form))\./;
/** What every form draws and is checked by. */
const FORMS =
  /app\/(ui\/(control|file-input)|web\/(email-address|form|form-field|required-message|validator))\.tsx?$|node_modules\/(remix-validated-form|zod)\//;
/** The forms of records, which members' own pages have as well. */
const RECORD_FORMS = /app\/admin-kit\/(cells|form-(body|summary)|page-form|record-form|server-html)\./;
/** Its lists, which forms on separate pages do not need. */
const LISTS = /app\/(admin-kit\/(inline-field|list-|selection-)|ui\/(filters|inline-select))/;
/** The charts' sheet, which the pages of readers share with the forms that show what readers get. */
const CHART_SHEET = /app\/ui\/charts\/charts\.css/;
/** What a plan is sold with, there and in the account. */
const PLANS =
  /app\/(features\/billing\/(coupons\/coupon|plans\/(length-choice|package-card))|access\/trials\/trial-offer)\.css/;
/** What reads figures: forms of declared records, and those of splits, calls and settings. */
const FIGURES = /app\/admin-kit\/figures\//;
/** What only the forms of declared records have: their history, and long texts. */
const RECORD_SCREENS =
  /app\/(admin-kit\/(declared-form-screen|field-schema|form-schema|writing\/|library\/|record-form-screen|version-note)|ui\/writing\/)/;
/** The rest of the back-office's, which no member fetches; pasting has a page to itself. */
const DESK = /app\/admin-kit\/(?!paste\/)/;
/** Rows of tables, badges and pagers, which readers' pages have, too. */
const TABLE = /app\/ui\/(badge|pager|table)\./;
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@remix-run\/[\w-]+|turbo-stream)\//;

/** The browser's files of pages with state, in few pieces. */
function browserChunks(): Plugin {
  const chunks = {
    framework: FRAMEWORK,
    frame: FRAME,
    forms: FORMS,
    "record-forms": RECORD_FORMS,
    table: TABLE,
    lists: LISTS,
    charts: CHART_SHEET,
    plans: PLANS,
    figures: FIGURES,
    "record-screens": RECORD_SCREENS,
    desk: DESK,
  };
  const manualChunks = (id: string) => Object.entries(chunks).find(([, modules]) => modules.test(id))?.[0];
  return {
    name: "openbell:browser-chunks",
    config: (_config, { isSsrBuild }) =>
      isSsrBuild ? undefined : { build: { rollupOptions: { output: { manualChunks } } } },
  };
}

/** Of the forms' library the browser needs one function of `lodash.get`, which is 2 kB as it is sent. */
const smallerGet = (): Plugin => ({
  name: "openbell:smaller-get",
  enforce: "pre",
  resolveId: (source, _importer, { ssr }) =>
    source === "lodash.get" && !ssr ? here("./app/web/value-at-path.ts") : undefined,
});

/** What only programs ask for: the API, what machines read, files that are saved, pictures, and what pages count by themselves. */
const FOR_PROGRAMS = [
  /^routes\/api\/(?!docs)/,
  /^routes\/system\/(healthz|mail-report-webhook|manifest|paypal-webhook|readyz|robots|site-feed|private-feed|sitemap|demo-paypal\/(?!approve)|demo-webhook$)/,
  /^routes\/system\/(brand|feeds\/|share-picture|upload)/,
  /^routes\/admin\/(openings\/|writing\/|pictures\/choices$|go-suggestions$)/,
  /^routes\/(account|admin)\/[\w-]+\/((counts|paywalls)-)?export$/,
  /^routes\/(account\/dashboard|admin)\/pending-picture$/,
  /^routes\/(account\/(dashboard\/new-passkey|login-passkey)|admin\/(login-passkey|second-step-passkey|profile-settings\/new-passkey))$/,
  /^routes\/admin\/manage-users\/import\/(cancellation|mails|refused-export|run)$/,
  /^routes\/site\/(ads\/|page-view-report|paywall-report|edition-click-report|search\/suggestions|stock\/feed|notifications\/read)/,
];

/** Pages that open in a tab of their own, and documents that are read and printed. */
const ON_THEIR_OWN = [
  /^routes\/site\/preview\//,
  /^routes\/(account\/dashboard|admin\/payments)\/(receipt|credit-note)$/,
];

/** Where no form with state leads to, only links and plain forms. */
const NEVER_GONE_TO = [
  /^routes\/account\/(login-link|login-link-(code|token)|unsubscribe|unsubscribe-(messages|price-alerts)|newsletters-confirm)$/,
  /^routes\/(account\/(referral|dashboard\/(devices|email-link|feeds|notifications|push-devices|passkeys|passkey-removal|referrals))|admin\/(invitation$|(newsletters|views)\/))/,
  /^routes\/(api\/docs|site\/(author\/item|notifications\/page|search\/results|track-record\/|watchlist\/))/,
  /^routes\/(admin\/(analytics\/page|bin\/item|calendar|calls\/list|go|not-found|changes\/(item|list))|system\/not-found)$/,
  /^routes\/admin\/[\w-]+\/(counts|paste|preview|prices|publication|review|runs|selection|trial)$/,
  /^routes\/admin\/(bin\/list|mails\/list|payments\/access|profile-settings\/(devices|passkeys)|settings\/two-step$|price-sources\/item|manage-users\/(deletion|devices|import\/|mails|note-deletion|row-subscription|status|subscription|tier|verification|view))/,
  /^routes\/admin\/manage-users\/((labels|segments|batches)\/|(member-labels|password-link)$)/,
  /^routes\/admin\/settings\/(invitations\/(mail|revocation)|(keys|texts|webhooks)\/)/,
  /^routes\/system\/(theme|demo-(inbox|paypal))/,
  /^routes\/(account\/(dashboard\/(deletion-cancellation|email-retry)|logout)|admin\/(ledger-checks|logout|manage-users\/deletion-cancellation)|site\/banners\/)/,
];

const isLeftOut = (id: string) =>
  [...ON_THEIR_OWN, ...FOR_PROGRAMS, ...NEVER_GONE_TO].some((known) => known.test(id));

type BrowserRoute = { id: string; parentId?: string; module: string; imports?: string[] };

/** Routes that React comes along to, by the handle in their module, and those around them. */
function hydratedIds(routes: Record<string, BrowserRoute>): Set<string> {
  const ids = new Set<string>();
  for (const { id, module } of Object.values(routes)) {
    if (!/\bhydrate:/.test(readFileSync(here(`./build/client${module}`), "utf8"))) continue;
    for (let route = routes[id]; route; route = routes[route.parentId ?? ""]) ids.add(route.id);
  }
  return ids;
}

/** The routes as the browser needs them: without what a route has not, and with what is fetched beforehand where a page names it. */
function slimRoutes(routes: Record<string, BrowserRoute>) {
  const hydrated = hydratedIds(routes);
  const kept = Object.values(routes).filter(({ id }) => hydrated.has(id) || !isLeftOut(id));
  return Object.fromEntries(
    kept.map(({ imports, ...route }) => [route.id, hydrated.has(route.id) ? { ...route, imports } : route]),
  );
}

/**
 * The browser's list of routes, without those that its router never opens. Pages without React have no imports in it, because
 * they name them: each page with state would fetch half as much again. The server's build, which comes second, writes the file.
 */
const smallerManifest = (): Plugin => ({
  name: "openbell:smaller-manifest",
  apply: "build",
  writeBundle() {
    const folder = here("./build/client/assets/");
    if (this.environment.name !== "ssr") return;
    for (const name of readdirSync(folder)) {
      // A route is called manifest, too.
      const written = name.startsWith("manifest-") ? readFileSync(folder + name, "utf8") : "";
      const [, before, json] = /^(window\.__remixManifest)=(.*);$/s.exec(written) ?? [];
      if (!json) continue;
      const { routes, ...manifest } = JSON.parse(json);
      const isNothing = (value: unknown) => value === false || (Array.isArray(value) && value.length === 0);
      const text = JSON.stringify({ ...manifest, routes: slimRoutes(routes) }, (_key, value) =>
        isNothing(value) ? undefined : value,
      );
      writeFileSync(folder + name, `${before}=${text};`);
    }
  },
});

/** Where the service worker of notifications is served, in a folder without pages, and where devices report themselves. */
const PUSH_WORKER_PATH = "/push/worker.js";
const PUSH_PATHS = {
  PUSH_WORKER_PATH: JSON.stringify(PUSH_WORKER_PATH),
  PUSH_DEVICES_PATH: JSON.stringify("/dashboard/notifications/devices"),
};

/** One module of `app/<folder>` with what it imports, and the address that its content gives it. */
async function bundle(name: string, define: Record<string, string> = {}, folder = `ui/${name}`) {
  const entry = here(`./app/${folder}/index.ts`);
  const bundled = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2020",
    write: false,
    define,
    external: ["/assets/*"],
  });
  const source = bundled.outputFiles[0]?.text ?? "";
  const hash = createHash("sha256").update(source).digest("base64url").slice(0, 10);
  return { entry, source, path: `/assets/${name}-${hash}.js` };
}

/**
 * `virtual:enhance`: the small script of the reading pages, bundled once, with the address it is served at.
 * A `?url` import would get another hash in the server's build than in the browser's. The back-office's keys are a module of
 * their own, which it asks for there; and they ask for what a long text is written with.
 */
function enhanceModule(): Plugin {
  const id = "\0virtual:enhance";
  return {
    name: "openbell:enhance",
    resolveId: (source) => (source === "virtual:enhance" ? id : undefined),
    async load(requested) {
      if (requested !== id) return;
      const writing = await bundle("writing");
      const adminKeys = await bundle("admin-keys", { WRITING_PATH: JSON.stringify(writing.path) });
      const push = await bundle("push", PUSH_PATHS);
      const pushWorker = await bundle("push-worker", PUSH_PATHS);
      const memberMarks = await bundle("member-marks", { PUSH_PATH: JSON.stringify(push.path) });
      const passkeys = await bundle("passkeys");
      const visits = await bundle("visits");
      const picturePreview = await bundle("picture-preview");
      const liveQuotes = await bundle("live-quotes", {}, "features/markets/live");
      const enhance = await bundle("enhance", {
        ADMIN_KEYS_PATH: JSON.stringify(adminKeys.path),
        LIVE_QUOTES_PATH: JSON.stringify(liveQuotes.path),
        MEMBER_MARKS_PATH: JSON.stringify(memberMarks.path),
        PASSKEYS_PATH: JSON.stringify(passkeys.path),
        PICTURE_PREVIEW_PATH: JSON.stringify(picturePreview.path),
        VISITS_PATH: JSON.stringify(visits.path),
      });
      const onPages = [
        enhance,
        adminKeys,
        liveQuotes,
        memberMarks,
        push,
        passkeys,
        picturePreview,
        visits,
        writing,
      ];
      for (const { entry } of [...onPages, pushWorker]) this.addWatchFile(entry);
      const scripts = onPages.map(({ path, source }) => ({ path, source }));
      return `export const enhancePath = ${JSON.stringify(enhance.path)};\nexport const enhanceScripts = ${JSON.stringify(scripts)};\nexport const pushWorker = ${JSON.stringify({ path: PUSH_WORKER_PATH, source: pushWorker.source })};\n`;
    },
  };
}

export default defineConfig({
  // Lightning CSS would rewrite light-dark(), and a band's children have a colour scheme of their own.
  plugins: [
    enhanceModule(),
    smallerGet(),
    tailwindcss({ optimize: false }),
    remix(remixConfig),
    serverEntry(),
    browserChunks(),
    smallerManifest(),
  ],
  resolve: { alias: { "~": here("./app"), db: here("./db") } },
  build: {
    cssMinify: "esbuild",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
  },
  // In development Vite also prepares what only servers import, and this package's browser version lacks a part.
  optimizeDeps: { exclude: ["@node-rs/argon2"] },
  ssr: { external: ["@mikro-orm/core", "@mikro-orm/postgresql", "@mikro-orm/migrations", "sharp"] },
});
