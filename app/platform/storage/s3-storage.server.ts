import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { outageGuard } from "./outage.server";
import { patientStream, type StreamPatience } from "./patient-stream.server";
import type { S3Settings } from "./s3-settings.server";
import {
  exactly,
  type Storage,
  StorageRefusedError,
  StorageUnavailableError,
} from "./storage-contract.server";

/** The longest wait until an answer begins, retries included. */
type Patience = StreamPatience & { askMs: number; putMs: number };

const PATIENCE: Patience = { askMs: 4_000, putMs: 5_000, nextMs: 4_000, allMs: 30_000 };

const CONNECT_MS = 1_000;

/** The second and third attempt follow within a second. */
const MAX_ATTEMPTS = 3;

type Call<Result> = (options: { abortSignal: AbortSignal }) => Promise<Result>;

/** Files in a bucket of an S3-compatible store. One client per store, with persistent connections. */
export function s3Storage(settings: S3Settings, patience = PATIENCE): Storage {
  const { bucket: Bucket, prefix } = settings;
  const client = createClient(settings);
  const guarded = outageGuard();
  const ask = <Result>(call: Call<Result>, ms = patience.askMs) => guarded(() => bounded(call, ms));
  const objectKey = (key: string) => {
    if (key.split("/").includes("..")) throw new Error(`The key ${key} points outside the storage folder`);
    return `${prefix}${key}`;
  };

  async function* keysBelow(folder: string): AsyncIterable<string> {
    let ContinuationToken: string | undefined;
    do {
      const command = new ListObjectsV2Command({ Bucket, Prefix: folder, ContinuationToken });
      const page = await ask((options) => client.send(command, options));
      for (const { Key } of page.Contents ?? []) if (Key) yield Key;
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }

  return {
    // A picture has a few megabytes. A buffer can be signed, and sent again when the connection breaks.
    async put(key, content) {
      const Body = await buffer(exactly(content));
      const command = new PutObjectCommand({ Bucket, Key: objectKey(key), Body, ContentLength: Body.length });
      await ask((options) => client.send(command, options), patience.putMs);
    },
    async read(key) {
      const command = new GetObjectCommand({ Bucket, Key: objectKey(key) });
      const found = await ask((options) => client.send(command, options).catch(nothingThere));
      if (!found?.Body || found.ContentLength === undefined) return undefined;
      return { stream: patientStream(found.Body as Readable, patience), size: found.ContentLength };
    },
    async *list() {
      for await (const key of keysBelow(prefix)) yield key.slice(prefix.length);
    },
    // One by one: not every store supports bulk deletion, and a picture has a few files.
    async removeFolder(folder) {
      for await (const Key of keysBelow(`${objectKey(folder)}/`)) {
        const command = new DeleteObjectCommand({ Bucket, Key });
        await ask((options) => client.send(command, options));
      }
    },
  };
}

const createClient = ({ endpoint, region, accessKeyId, secretAccessKey, forcePathStyle }: S3Settings) =>
  new S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS },
    // Other stores often reject Amazon's newer checksums; the signature covers the bytes.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });

/** @throws StorageUnavailableError when the answer does not begin in time or is an error */
async function bounded<Result>(call: Call<Result>, ms: number): Promise<Result> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), ms);
  try {
    return await call({ abortSignal: limit.signal });
  } catch (error) {
    if (limit.signal.aborted) throw new StorageUnavailableError(`The store did not respond within ${ms} ms`);
    throw describeFailure(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Without the error as its cause, which would put the request and our signature into the log. */
function describeFailure(error: unknown): StorageUnavailableError {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return error instanceof S3ServiceException && isRefusal(error)
    ? new StorageRefusedError(error.name, reason)
    : new StorageUnavailableError(reason);
}

/** Whether a retry is useless. 408 and 429 ask for patience. */
function isRefusal({ $metadata: { httpStatusCode: status = 500 } }: S3ServiceException): boolean {
  return status < 500 && status !== 408 && status !== 429;
}

function nothingThere(error: unknown): undefined {
  if (!(error instanceof S3ServiceException) || error.name !== "NoSuchKey") throw error;
}
