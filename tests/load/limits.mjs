// Two limits for an uncached page: Remix with almost no page, and React alone with as many elements as an
// article. limits-server.mjs sends both.
import { fileURLToPath } from "node:url";
import { nextMessage, spawnNode } from "./processes.mjs";

export const LIMITS = [
  { name: "minimal Remix page", path: "/remix" },
  { name: "renderToString, 520 elements", path: "/react" },
];

export async function startLimits() {
  const program = fileURLToPath(new URL("./limits-server.mjs", import.meta.url));
  const server = spawnNode(0, [program], { ...process.env, NODE_ENV: "production" });
  const { port } = await nextMessage(server);
  return { port, url: `http://127.0.0.1:${port}`, pid: server.pid };
}
