import { describe, expect, it } from "vitest";
import { eventDigest, eventHash, GENESIS_HASH } from "~/features/calls/ledger/ledger-hash.server";

/*
 * Expected values from Python's hashlib for the texts below: people verify the log with their own programs.
 */
const FACT = { call: "c", kind: "opened", salt: "00ff", body: { target: "150", name: "Zürich" } };
// {"body":{"name":"Zürich","target":"150"},"call":"c","kind":"opened","salt":"00ff"}
const DIGEST = "beb305fdb82d816d4e715272ef07b3d1031605f8572870885165acb5f81a31e4";
const LINK = { seq: 1, at: "2026-11-22T10:00:00.000Z", digest: DIGEST, prevHash: GENESIS_HASH };
// {"at":"2026-11-22T10:00:00.000Z","digest":"beb3…","prev_hash":"0000…","seq":1}
const HASH = "523d5f4a958c9342d1412b7b11e430ca8c62f3082c5e85b8ddfdabe6a6f0c442";

it("the previous hash of the first event is 64 zeros", () => expect(GENESIS_HASH).toMatch(/^0{64}$/));

describe("the digest of an event", () => {
  it("is the SHA-256 of its canonical JSON in UTF-8", () => expect(eventDigest(FACT)).toBe(DIGEST));

  it.each([
    { call: "d" },
    { kind: "closed" },
    { salt: "00fe" },
    { body: { target: "151", name: "Zürich" } },
  ])("changes with %j", (other) => expect(eventDigest({ ...FACT, ...other })).not.toBe(DIGEST));
});

describe("the hash of a link", () => {
  it("is the SHA-256 of its canonical JSON", () => expect(eventHash(LINK)).toBe(HASH));

  it.each([
    { seq: 2 },
    { at: "2026-11-22T10:00:00.001Z" },
    { digest: HASH },
    { prevHash: DIGEST },
  ])("changes with %j", (other) => expect(eventHash({ ...LINK, ...other })).not.toBe(HASH));
});
