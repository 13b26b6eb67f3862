// `npm run dev`: the same server with Vite for its files. Every request uses the current modules.
import { createServer } from "vite";

const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
const { readConfig } = await vite.ssrLoadModule("/app/platform/config.server.ts");
const { databaseTrouble } = await vite.ssrLoadModule("/app/server/wait-for-database.ts");
const { startServer } = await vite.ssrLoadModule("/app/server/serve.ts");

const read = readConfig(process.env);
if ("problems" in read) {
  for (const problem of read.problems) console.error(problem);
  process.exit(78);
}
const running = await startServer(read.config, {
  build: () => vite.ssrLoadModule("virtual:remix/server-build"),
  assets: vite.middlewares,
}).catch((/** @type {unknown} */ error) => {
  const trouble = databaseTrouble(error, read.config.databaseUrl);
  if (!trouble) throw error;
  console.error(trouble.line);
  process.exit(trouble.exitCode);
});
console.log(`Developing on ${running.url}`);

let stopping = false;
async function stop() {
  if (stopping) return;
  stopping = true;
  await running.stop();
  await vite.close();
  process.exit(0);
}
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
process.on("disconnect", stop);
