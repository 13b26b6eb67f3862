import type { ViteDevServer } from "vite";
import { readConfig } from "~/platform/config.server";
import { describeFailure, type Failure } from "./describe-failure";
import { describeListenError } from "./listen-error";
import type { RunningServer } from "./serve";

type Vite = Pick<ViteDevServer, "ssrLoadModule" | "middlewares">;

/** Starts the server with the modules and files of Vite. @returns what to print and exit with if it cannot start */
export async function startDeveloping(vite: Vite, env: NodeJS.ProcessEnv): Promise<RunningServer | Failure> {
  const read = readConfig(env);
  if ("problems" in read) return { line: read.problems.join("\n"), exitCode: 78 };
  const { config } = read;
  // Loaded last, because it loads the whole site.
  const { startServer } = (await vite.ssrLoadModule("/app/server/serve.ts")) as typeof import("./serve");
  const build = () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<never>;
  return startServer(config, { build, assets: vite.middlewares }).catch((error: unknown) => {
    const line = describeListenError(error, config);
    return line === undefined ? describeFailure(error, config, true) : { line, exitCode: 78 };
  });
}
