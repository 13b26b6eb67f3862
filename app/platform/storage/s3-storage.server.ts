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

/** How long a call may take, its repetitions included, until the store's answer begins. */
type Patience = StreamPatience & { askMs: number; putMs: number };

const PATIENCE: Patience = { askMs: 4_000, putMs: 5_000, nextMs: 4_000, allMs: 30_000 };

const CONNECT_MS = 1_000;

/** The second and third try come within a second. */
const MAX_ATTEMPTS = 3;

type Call<Result> = (options: { abortSignal: AbortSignal }) => Promise<Result>;

/** Files in a bucket of a store that speaks S3. One client for each; it keeps its connections. */
export function s3Storage(settings: S3Settings, patience = PATIENCE): Storage {
  const { bucket: Bucket, prefix } = settings;
  const client = clientOf(settings);
  const guarded = outageGuard();
  const ask = <Result>(call: Call<Result>, ms = patience.askMs) => guarded(() => bounded(call, ms));
  const keyOf = (key: string) => {
    if (key.split("/").includes("..")) throw new Error(`The key ${key} leaves the storage folder`);
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
    // A picture has at most some megabytes. As bytes it is signed, and sent again when a connection breaks.
    async put(key, content) {
      const Body = await buffer(exactly(content));
      const command = new PutObjectCommand({ Bucket, Key: keyOf(key), Body, ContentLength: Body.length });
      await ask((options) => client.send(command, options), patience.putMs);
    },
    async read(key) {
      const command = new GetObjectCommand({ Bucket, Key: keyOf(key) });
      const found = await ask((options) => client.send(command, options).catch(nothingThere));
      if (!found?.Body || found.ContentLength === undefined) return undefined;
      return { stream: patientStream(found.Body as Readable, patience), size: found.ContentLength };
    },
    async *list() {
      for await (const key of keysBelow(prefix)) yield key.slice(prefix.length);
    },
    // One by one: not every store knows the call that deletes many, and a picture has three files.
    async removeFolder(folder) {
      for await (const Key of keysBelow(`${keyOf(folder)}/`)) {
        const command = new DeleteObjectCommand({ Bucket, Key });
        await ask((options) => client.send(command, options));
      }
    },
  };
}

const clientOf = ({ endpoint, region, accessKeyId, secretAccessKey, forcePathStyle }: S3Settings) =>
  new S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS },
    // Checksums of the newer kind, which other stores than Amazon's often refuse; the signature covers the bytes.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });

/** @throws StorageUnavailableError when the store's answer does not begin in time, or is a refusal */
async function bounded<Result>(call: Call<Result>, ms: number): Promise<Result> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), ms);
  try {
    return await call({ abortSignal: limit.signal });
  } catch (error) {
    if (limit.signal.aborted) throw new StorageUnavailableError(`The store gave no answer within ${ms} ms`);
    throw describeFailure(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Not with the error as its cause: that one carries the whole conversation, our signature with it, into the log. */
function describeFailure(error: unknown): StorageUnavailableError {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return error instanceof S3ServiceException && isRefusal(error)
    ? new StorageRefusedError(error.name, reason)
    : new StorageUnavailableError(reason);
}

/** Whether asking again is of no use. 408 and 429 ask for patience. */
function isRefusal({ $metadata: { httpStatusCode: status = 500 } }: S3ServiceException): boolean {
  return status < 500 && status !== 408 && status !== 429;
}

function nothingThere(error: unknown): undefined {
  if (!(error instanceof S3ServiceException) || error.name !== "NoSuchKey") throw error;
}
