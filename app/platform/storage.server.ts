import { join } from "node:path";
import { config } from "./config.server";
import { diskStorage } from "./storage/disk-storage.server";
import type { S3Settings } from "./storage/s3-settings.server";
import type { Storage } from "./storage/storage-contract.server";

export {
  type Storage,
  StorageRefusedError,
  StorageUnavailableError,
  type StoredFile,
} from "./storage/storage-contract.server";

/** The store's client is some megabytes of code, so it is loaded on first use. */
const stores = new WeakMap<S3Settings, Promise<Storage>>();

function openStore(settings: S3Settings): Promise<Storage> {
  const known = stores.get(settings);
  if (known) return known;
  const opened = import("./storage/s3-storage.server").then(({ s3Storage }) => s3Storage(settings));
  stores.set(settings, opened);
  return opened;
}

const lateStorage = (open: () => Promise<Storage>): Storage => ({
  put: async (key, content) => (await open()).put(key, content),
  read: async (key) => (await open()).read(key),
  async *list() {
    yield* (await open()).list();
  },
  removeFolder: async (folder) => (await open()).removeFolder(folder),
});

/** Where uploads are stored: in the store of `UPLOADS_S3_…`, otherwise below `DATA_DIR`. */
export function storage(): Storage {
  const { uploadsS3, dataDir } = config();
  return uploadsS3 ? lateStorage(() => openStore(uploadsS3)) : diskStorage(join(dataDir, "uploads"));
}
