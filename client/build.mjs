// `npm run client -- http://localhost:3000`: makes client/dist from the description of a running site.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

const root = new URL("../", import.meta.url);
const [site = "http://localhost:3000", folder = fileURLToPath(new URL("./", import.meta.url))] =
  process.argv.slice(2);

const reply = await fetch(new URL("/api/openapi.json", site));
if (!reply.ok) throw new Error(`${reply.url} answered ${reply.status}`);
const types = astToString(await openapiTS(await reply.text()));
await writeFile(`${folder}/src/schema.ts`, types);

const compiler = spawn(
  process.execPath,
  [fileURLToPath(new URL("node_modules/typescript-7/bin/tsc", root)), "-p", folder],
  { stdio: "inherit" },
);
[process.exitCode] = await once(compiler, "exit");
