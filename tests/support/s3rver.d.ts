/** The used part of s3rver, which has no types. */
declare module "@20minutes/s3rver" {
  type Options = {
    address: string;
    port: number;
    directory: string;
    silent: boolean;
    configureBuckets: { name: string }[];
  };
  export default class S3rver {
    constructor(options: Options);
    /** @returns its address */
    run(): Promise<import("node:net").AddressInfo>;
    close(): Promise<void>;
    httpServer: import("node:http").Server;
  }
}

declare module "@20minutes/s3rver/lib/signature/v4.js" {
  type Canonical = { uri: string };
  const v4: { getStringToSign(canonical: Canonical, request: unknown): string };
  export default v4;
}
