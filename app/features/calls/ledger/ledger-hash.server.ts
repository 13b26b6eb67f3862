import { createHash } from "node:crypto";
import { canonicalJson, type Json } from "./canonical-json";

/** What the first event follows on. */
export const GENESIS_HASH = "0".repeat(64);

const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

/** What an event says; its body as an object. */
export type SaltedFact = { call: string; kind: string; salt: string; body: Json };

/**
 * What an event commits to: SHA-256 of {body, call, kind, salt} as canonical JSON. Public before the event is; without the
 * salt nobody finds out by guessing.
 */
export const digestOf = ({ call, kind, salt, body }: SaltedFact): string =>
  sha256(canonicalJson({ body, call, kind, salt }));

/** What the chain binds. `at`: ISO 8601 in UTC with milliseconds. */
export type Link = { seq: number; at: string; digest: string; prevHash: string };

/**
 * The hash of an event in the chain: SHA-256 of {at, digest, prev_hash, seq} as canonical JSON. Bodies are in it by their digests
 * alone, so anybody can follow the whole chain, also where bodies are not public yet.
 */
export const hashOf = ({ seq, at, digest, prevHash }: Link): string =>
  sha256(canonicalJson({ at, digest, prev_hash: prevHash, seq }));
