import { z } from "zod";
import { flag, httpUrl } from "../config-fields.server";

/** Settings of an S3-compatible store. */
export const s3Fields = {
  UPLOADS_S3_ENDPOINT: httpUrl.optional().meta({
    description: "The address of the store without the bucket.",
    otherwise: "Amazon’s, by region",
  }),
  UPLOADS_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, "must be a region name such as eu-west-1")
    .optional()
    .meta({
      description: "The region; required without an endpoint.",
      otherwise: "`us-east-1`",
    }),
  UPLOADS_S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      "must be a bucket name: 3 to 63 characters from a-z, 0-9, dot and hyphen",
    )
    .optional()
    .meta({
      description: "The bucket for uploads instead of `DATA_DIR`; see [Pictures](operating/pictures.md).",
    }),
  UPLOADS_S3_ACCESS_KEY_ID: z.string().trim().max(200).optional().meta({
    description: "The access key of an account that may list, read, write and delete in the bucket.",
  }),
  UPLOADS_S3_SECRET_ACCESS_KEY: z
    .string()
    .trim()
    .max(200)
    .optional()
    .meta({ description: "The secret for that key." }),
  UPLOADS_S3_PREFIX: z
    .string()
    .regex(/^\w[\w.-]*(\/\w[\w.-]*)*\/?$/, "must be a folder such as openbell/uploads")
    .optional()
    .meta({ description: "A folder in the bucket." }),
  UPLOADS_S3_FORCE_PATH_STYLE: flag.optional().meta({
    description: "`1`: the bucket is in the path, not in the host name.",
    otherwise: "1 with an endpoint, else 0",
  }),
};

const schema = z.object(s3Fields);
type S3Env = z.infer<typeof schema>;

/** Where pictures are stored. */
export type S3Settings = Readonly<{
  /** Absent for Amazon S3, whose endpoint follows from the region. */
  endpoint?: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The prefix of all keys: empty, or a folder with its slash. */
  prefix: string;
  /** Whether the bucket is in the path (`host/bucket/key`) instead of the host (`bucket.host/key`). */
  forcePathStyle: boolean;
}>;

const NEEDED = ["UPLOADS_S3_BUCKET", "UPLOADS_S3_ACCESS_KEY_ID", "UPLOADS_S3_SECRET_ACCESS_KEY"] as const;

/** One line for each missing part of a partly configured store. */
export function incompleteS3(values: Readonly<Record<string, string | undefined>>): string[] {
  if (!Object.keys(s3Fields).some((name) => values[name] !== undefined)) return [];
  const missing = NEEDED.filter((name) => !values[name]?.trim()).map(
    (name) => `${name} must be set too: the picture store needs a bucket, a key and a secret`,
  );
  if (values.UPLOADS_S3_ENDPOINT || values.UPLOADS_S3_REGION) return missing;
  return [
    ...missing,
    "UPLOADS_S3_REGION must be set too, or UPLOADS_S3_ENDPOINT for a store other than Amazon S3",
  ];
}

/** A misspelt variable would silently leave pictures on the local disk, so it is reported at start. */
export const unknownS3 = (env: Record<string, unknown>): string[] =>
  Object.keys(env)
    .filter((name) => name.startsWith("UPLOADS_S3_") && !(name in s3Fields))
    .map((name) => `${name} is unknown; the known names are ${Object.keys(s3Fields).join(", ")}`);

/** @returns undefined when pictures are stored in `DATA_DIR` */
export function s3Settings(values: S3Env): S3Settings | undefined {
  const [bucket, accessKeyId, secretAccessKey] = NEEDED.map((name) => values[name]);
  if (!bucket || !accessKeyId || !secretAccessKey) return undefined;
  const endpoint = values.UPLOADS_S3_ENDPOINT?.replace(/\/+$/, "");
  return {
    endpoint,
    region: values.UPLOADS_S3_REGION ?? "us-east-1",
    bucket,
    accessKeyId,
    secretAccessKey,
    prefix: values.UPLOADS_S3_PREFIX?.replace(/\/*$/, "/") ?? "",
    // Amazon supports bucket hosts; many other stores do not.
    forcePathStyle: values.UPLOADS_S3_FORCE_PATH_STYLE ?? endpoint !== undefined,
  };
}
