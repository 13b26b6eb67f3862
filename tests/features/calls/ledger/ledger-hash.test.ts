import { describe, expect, it } from "vitest";
import { digestOf, GENESIS_HASH, hashOf } from "~/features/calls/ledger/ledger-hash.server";

/*
 * What Python's hashlib makes of the texts, which are written out below: whoever checks the log has no other program than
 * their own.
 */
const FACT = { call: "c", kind: "opened", salt: "00ff", body: { target: "150", name: "Zürich" } };
// {"body":{"name":"Zürich","target":"150"},"call":"c","kind":"opened","salt":"00ff"}
const DIGEST = "beb305fdb82d816d4e715272ef07b3d1031605f8572870885165acb5f81a31e4";
const LINK = { seq: 1, at: "2026-11-22T10:00:00.000Z", digest: DIGEST, prevHash: GENESIS_HASH };
// {"at":"2026-11-22T10:00:00.000Z","digest":"beb3…","prev_hash":"0000…","seq":1}
const HASH = "523d5f4a958c9342d1412b7b11e430ca8c62f3082c5e85b8ddfdabe6a6f0c442";

it("the first event follows on 64 noughts", () => expect(GENESIS_HASH).toMatch(/^0{64}$/));

describe("the digest of an event", () => {
  it("is the SHA-256 of its canonical JSON in UTF-8", () => expect(digestOf(FACT)).toBe(DIGEST));

  it.each([
    { call: "d" },
    { kind: "closed" },
    { salt: "00fe" },
    { body: { target: "151", name: "Zürich" } },
  ])("is another one with another %j", (other) => expect(digestOf({ ...FACT, ...other })).not.toBe(DIGEST));
});

describe("the hash of a link", () => {
  it("is the SHA-256 of its canonical JSON", () => expect(hashOf(LINK)).toBe(HASH));

  it.each([
    { seq: 2 },
    { at: "2026-11-22T10:00:00.001Z" },
    { digest: HASH },
    { prevHash: DIGEST },
  ])("is another one with another %j", (other) => expect(hashOf({ ...LINK, ...other })).not.toBe(HASH));
});
