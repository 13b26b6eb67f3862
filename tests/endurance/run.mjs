// `npm run endurance [-- NAME …]`: simulates production failures against two instances of the build, on new databases
// next to the one at DATABASE_URL, and reports which promises of docs/promises.md are kept.
//   NAME …            only these scenarios; their files are in scenarios/
//   --markdown        rows of docs/promises.md
//   --minutes 10      how long the mixed load lasts
//   --rate 50         its requests a second
//   --mail-minutes 1  how long the mail server is down
//   --only PLAY       only this play of the failover; their names are in failover/plays.ts
// Everything listens on 127.0.0.1 only, and ends with the run, also on Ctrl-C.
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

process.env.TEST_DATABASE_URL = process.env.DATABASE_URL;
// The scenarios are TypeScript, with the same import paths as the tests.
const vite = await createServer({
  configFile: fileURLToPath(new URL("../../vitest.config.ts", import.meta.url)),
  appType: "custom",
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const { main } = await vite.ssrLoadModule("/tests/endurance/main.ts");
const code = await main(process.argv.slice(2));
await vite.close();
process.exit(code);
