// `npm run dev`: the same server with Vite for its files. Every request uses the current modules.
import { createServer } from "vite";

const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
// Typed, because Vite returns `any`, which would hide a function that is no longer there.
/** @type {typeof import("./develop")} */
const { startDeveloping } = /** @type {any} */ (await vite.ssrLoadModule("/app/server/develop.ts"));
/** @type {typeof import("./shutdown")} */
const { exitWhenTold } = /** @type {any} */ (await vite.ssrLoadModule("/app/server/shutdown.ts"));

const started = await startDeveloping(vite, process.env);
if ("line" in started) {
  console.error(started.line);
  process.exit(started.exitCode);
}
exitWhenTold(async () => {
  await started.stop();
  await vite.close();
});
// Printed last, because its reader may stop us immediately.
console.log(`Developing on ${started.url}`);
