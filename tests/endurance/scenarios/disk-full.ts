import { spawnSync } from "node:child_process";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { Instance } from "tests/support/server-process";
import { countStatuses, type Reply, timeRequest } from "../load";
import { notMeasured, type Outcome, outcome } from "../outcome";
import { signIn } from "../people";
import { NODE, openSite, type Run, type Site, startReady } from "../site";

const PROMISE = "disk full on upload: clear error, no row, no partial file, and the site goes on";

const DISK = "1m";
const UPLOADS = 12;
const WIDTH = 640;

/** A file system in a mount namespace, which disappears with its process: it needs no unmount and no root. */
const NAMESPACE = ["unshare", "--user", "--map-root-user", "--mount"] as const;
const WITH_SMALL_DISK = `mount -t tmpfs -o size=${DISK} tmpfs "$DATA_DIR" && exec "$@"`;

/** Staff upload pictures until the disk of their instance is full, and continue. */
export async function diskFull(run: Run): Promise<Outcome[]> {
  if (spawnSync(NAMESPACE[0], [...NAMESPACE.slice(1), "true"]).status !== 0)
    return [notMeasured(PROMISE, "this machine lets nobody mount a small file system (unshare)")];
  const site = await openSite(run);
  const folder = join(run.dataDir, "small-disk");
  await mkdir(folder);
  const command = [...NAMESPACE, "sh", "-c", WITH_SMALL_DISK, "sh", ...NODE] as const;
  const instance = await startReady(run, site.databaseUrl, { DATA_DIR: folder }, command);
  const before = await rowCounts(site);
  const replies = await upload(instance);
  return [await compareStorage(site, instance, folder, before, replies)];
}

/** Articles with one picture each. No two pictures are equal, and none compresses well. */
async function upload({ url }: Instance): Promise<Reply[]> {
  const { token } = await signIn(url, "admin@demo.test", "staff");
  const replies: Reply[] = [];
  for (let nth = 0; nth < UPLOADS; nth += 1) {
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const picture = sharp({
      create: { width: WIDTH, height: WIDTH, channels: 3, background: "white", noise },
    });
    const form = new FormData();
    const fields = { title: `Upload ${nth}`, content: "Text.", category: "Tech", status: "published" };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("image", new File([new Uint8Array(await picture.jpeg().toBuffer())], "noise.jpg"));
    const headers = { Authorization: `Bearer ${token}` };
    replies.push(await timeRequest(`${url}/api/news`, { method: "POST", headers, body: form }));
  }
  return replies;
}

async function rowCounts({ queries }: Site): Promise<{ news: number; images: number }> {
  const [found] = await queries.run<{ news: number; images: number }>(
    "select (select count(*) from news)::int as news, (select count(*) from images)::int as images",
  );
  return found ?? { news: 0, images: 0 };
}

async function compareStorage(
  site: Site,
  { url, process: child }: Instance,
  folder: string,
  before: { news: number; images: number },
  replies: readonly Reply[],
): Promise<Outcome> {
  const after = await rowCounts(site);
  // From outside the namespace, the disk is below the process in /proc.
  const entries = await readdir(`/proc/${child.pid}/root${folder}/uploads`, { recursive: true });
  const partial = entries.filter((name) => name.endsWith(".part")).length;
  const folders = new Set(entries.filter((name) => name.includes("/")).map((name) => name.split("/")[0]));
  const taken = replies.filter(({ status }) => status === 201).length;
  const refused = replies.filter(({ status }) => status !== 201);
  const mute = refused.filter(({ status, body }) => status < 500 || !/"message":"[^"]+"/.test(body)).length;
  const extraRows = after.news - before.news - taken + (after.images - before.images - taken);
  const extraFolders = [...folders].filter((name) => name !== "pending").length - taken;
  const goesOn = (await timeRequest(`${url}/news`)).status === 200;
  const words = refused[0] ? (JSON.parse(refused[0].body) as { message: string }).message : "";
  return outcome(
    PROMISE,
    `a disk of ${DISK}B: ${countStatuses(replies)} ("${words}"); ${extraRows} rows and ${extraFolders} folders too many, ${partial} partial files; ${goesOn ? "the site goes on" : "the site is down"}`,
    taken > 0 && refused.length > 0 && mute + extraRows + extraFolders + partial === 0 && goesOn,
  );
}
