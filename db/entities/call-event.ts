import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { orderIndex } from "../columns";

export const CALL_EVENT_KINDS = [
  "opened",
  "changed",
  "closed",
  "withdrawn",
  "corrected",
  "reopened",
] as const;
export type CallEventKind = (typeof CALL_EVENT_KINDS)[number];

/**
 * The ledger: one append-only chain of events over all calls. No row is ever changed or deleted.
 * app/features/calls/ledger/ledger-hash.server.ts defines the hashed content.
 */
export const CallEvent = defineEntity({
  name: "CallEvent",
  tableName: "call_events",
  properties: {
    /** 1, 2, 3 …, without gaps. */
    seq: p.integer().primary().autoincrement(false),
    callId: p.uuid(),
    kind: p.enum([...CALL_EVENT_KINDS]),
    /** The event's content, as canonical JSON (RFC 8785). */
    body: p.text(),
    /**
     * 128 random bits in hexadecimal digits. They keep anybody from guessing a body and comparing its hash.
     */
    salt: p.text(),
    at: p.datetime(3),
    /** SHA-256 of salt, call, kind and body: the public part of an event whose call is not public. */
    digest: p.text(),
    prevHash: p.text(),
    hash: p.text(),
  },
  checks: [
    { name: "call_events_salt_digits", expression: "salt ~ '^[0-9a-f]{32}$'" },
    ...["digest", "prev_hash", "hash"].map((name) => ({
      name: `call_events_${name}_digits`,
      expression: `${name} ~ '^[0-9a-f]{64}$'`,
    })),
  ],
  indexes: [orderIndex({ table: "call_events", name: "by_call", order: "call_id, seq" })],
});
export type CallEvent = InferEntity<typeof CallEvent>;
