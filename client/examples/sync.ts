// Keeps a copy of the site's news and quotes in a file: `node dist/examples/sync.js copy.json`. Run it again
// to bring the copy up to date, also after it was interrupted.
import { readFile, rename, writeFile } from "node:fs/promises";
import {
  CursorLost,
  createOpenbell,
  cursorNow,
  everyRecord,
  followChanges,
  type Openbell,
} from "../src/index.js";

type Copy = { cursor: string; records: Record<string, unknown> };

const READERS = {
  news: {
    all: (openbell: Openbell) =>
      everyRecord((after) => openbell.GET("/api/news", { params: { query: after ? { after } : {} } })),
    one: (openbell: Openbell, id: string) => openbell.GET("/api/news/{id}", { params: { path: { id } } }),
  },
  markets: {
    all: (openbell: Openbell) =>
      everyRecord((after) => openbell.GET("/api/markets", { params: { query: after ? { after } : {} } })),
    one: (openbell: Openbell, id: string) => openbell.GET("/api/markets/{id}", { params: { path: { id } } }),
  },
};

const isCopied = (kind: string): kind is keyof typeof READERS => Object.hasOwn(READERS, kind);
const key = (kind: string, id: string) => `${kind}/${id}`;

/** The cursor is taken before anything is read, so no change falls between. */
async function readEverything(openbell: Openbell): Promise<Copy> {
  const copy: Copy = { cursor: await cursorNow(openbell), records: {} };
  for (const [kind, { all }] of Object.entries(READERS)) {
    for await (const record of all(openbell)) copy.records[key(kind, record.id)] = record;
  }
  return copy;
}

async function bringUpToDate(
  openbell: Openbell,
  copy: Copy,
  save: (copy: Copy) => Promise<void>,
): Promise<void> {
  for await (const { changes, next } of followChanges(openbell, copy.cursor)) {
    for (const { kind, id } of changes) {
      if (!isCopied(kind)) continue;
      const { data, response } = await READERS[kind].one(openbell, id);
      if (data) copy.records[key(kind, id)] = data;
      else if (response.status === 404) delete copy.records[key(kind, id)];
      else throw new Error(`${kind} ${id}: the site answered ${response.status}`);
    }
    copy.cursor = next;
    await save(copy);
  }
}

const [file = "copy.json"] = process.argv.slice(2);
const { OPENBELL_URL = "http://localhost:3000", OPENBELL_KEY } = process.env;
const openbell = createOpenbell({ baseUrl: OPENBELL_URL, ...(OPENBELL_KEY ? { token: OPENBELL_KEY } : {}) });

/** Written beside it and renamed, so that an interrupted run leaves the copy of before. */
async function save(copy: Copy): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(copy));
  await rename(`${file}.new`, file);
}

const saved = await readFile(file, "utf8").then(
  (text) => JSON.parse(text) as Copy,
  () => undefined,
);
try {
  const copy = saved ?? (await readEverything(openbell));
  if (!saved) await save(copy);
  await bringUpToDate(openbell, copy, save);
} catch (error) {
  if (!(error instanceof CursorLost)) throw error;
  await save(await readEverything(openbell));
}
