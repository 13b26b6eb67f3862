import { createHash } from "node:crypto";
import { canonicalJson, type Json } from "./canonical-json";

/** The previous hash of the first event. */
export const GENESIS_HASH = "0".repeat(64);

const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

/** The content of an event, with its body as an object. */
export type SaltedFact = { call: string; kind: string; salt: string; body: Json };

/**
 * The digest of an event: SHA-256 of {body, call, kind, salt} as canonical JSON. It is public before the
 * event is. The salt prevents guessing.
 */
export const eventDigest = ({ call, kind, salt, body }: SaltedFact): string =>
  sha256(canonicalJson({ body, call, kind, salt }));

/** The chained fields. `at`: ISO 8601 in UTC with milliseconds. */
export type Link = { seq: number; at: string; digest: string; prevHash: string };

/**
 * The hash of an event in the chain: SHA-256 of {at, digest, prev_hash, seq} as canonical JSON. It contains
 * only the digest of the body, so anyone can verify the chain before bodies are public.
 */
export const eventHash = ({ seq, at, digest, prevHash }: Link): string =>
  sha256(canonicalJson({ at, digest, prev_hash: prevHash, seq }));
