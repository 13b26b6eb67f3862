import { createHmac } from "node:crypto";
import { type Viewer, viewerOf } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { decrypt, encrypt } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
import { apiReply } from "~/web/api-replies.server";
import { AppError } from "~/web/app-error.server";
import { problem } from "~/web/replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { claimKey, freeKey, keepAnswer, type UsedKey, workFor } from "./claims.server";

type Handle = (request: Request) => Promise<Response>;
type KeptAnswer = { status: number; type: string; body: string };

const HEADER = "Idempotency-Key";
const PURPOSE = "idempotency";

/** Visible ASCII characters, as UUIDs and structured strings have. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** Only these are kept: after an error nothing is saved, and the request can be repeated. */
const KEPT_STATUSES = new Set([200, 201]);

const OTHER_BODY = "This Idempotency-Key was used with another body. Use a new key.";
const IN_FLIGHT = "The first request with this Idempotency-Key is still being processed.";
const UNREADABLE =
  "The response to the first request with this Idempotency-Key can no longer be read. The request was not carried out a second time.";

/**
 * Answers a POST of the API with an `Idempotency-Key` only once per caller, operation and key: a repeated
 * request gets the first answer. Without a key, and for visitors, whose requests add nothing, it changes
 * nothing.
 * @param handle answers the request
 */
export async function answerOnce(args: RequestArgs, handle: Handle): Promise<Response> {
  const { request, context } = args;
  const sent = request.headers.get(HEADER);
  const operation = context.describedOperation?.();
  if (sent === null || request.method !== "POST" || !operation || operation.repeats === "harmless")
    return handle(request);
  return apiReply(args, async () => {
    if (operation.repeats === "refused")
      throw new AppError(400, `This operation takes no ${HEADER}: its answer is never kept.`);
    // Structured strings are in quotes.
    const key = sent.trim().replace(/^"(.*)"$/, "$1");
    if (!KEY.test(key))
      throw new AppError(400, `${HEADER} must have 1 to 255 visible ASCII characters, such as a UUID.`);
    const viewer = await viewerOf(args);
    if (viewer.kind === "visitor") return handle(request);
    return answerOf(request, { name: operation.name, key, caller: callerOf(viewer) }, handle);
  });
}

/** The client has left, or the body is too large, which the server notices. */
function unreadable(): never {
  throw problem(400, "The body could not be read.");
}

/** Who owns a key: a person whose rights have changed must not get the answers of the former ones. */
const callerOf = (viewer: Exclude<Viewer, { kind: "visitor" }>) =>
  `${viewer.kind} ${viewer.id} ${viewer.kind === "staff" ? [viewer.role, ...(viewer.narrowedTo ?? [])].join(" ") : ""}`;

async function answerOf(
  request: Request,
  { name, key, caller }: { name: string; key: string; caller: string },
  handle: Handle,
): Promise<Response> {
  const body = Buffer.from(await request.arrayBuffer().catch(unreadable));
  const about = `${caller} ${name} ${key}`;
  const fingerprints = keyedHashes("body", `${name} ${typeOf(request)} `, withoutBoundary(request, body));
  const claimed = await claimKey(keyedHashes("key", about), {
    operation: name,
    fingerprint: fingerprints[0] ?? "",
  });
  // Without the signal of a client that leaves: it will ask for the answer again.
  const again = () => new Request(request.url, { method: "POST", headers: request.headers, body });
  if ("used" in claimed) {
    if (!fingerprints.includes(claimed.used.fingerprint)) throw new AppError(422, OTHER_BODY);
    return repeatedAnswer(claimed.used, { about, request }, handle);
  }
  const { claim } = claimed;
  try {
    const response = await workFor(claim, () => handle(again()));
    if (!KEPT_STATUSES.has(response.status)) {
      await freeKey(claim);
      return response;
    }
    const text = await response.text();
    const answer: KeptAnswer = {
      ...{ status: response.status, type: response.headers.get("Content-Type") ?? "", body: text },
    };
    // The work is done: the client learns so even if the answer cannot be kept.
    await keepAnswer(claim, encrypt(PURPOSE, about, Buffer.from(JSON.stringify(answer)))).catch((error) =>
      log().warn({ err: error }, "idempotency: the answer was not kept"),
    );
    return new Response(text, { status: response.status, headers: response.headers });
  } catch (error) {
    await freeKey(claim).catch(() => {});
    throw error;
  }
}

async function repeatedAnswer(
  { isLocked, sealed, writtenId }: UsedKey,
  { about, request }: { about: string; request: Request },
  handle: Handle,
): Promise<Response> {
  if (sealed !== null) {
    const kept = decrypt(PURPOSE, about, sealed);
    if (!kept) throw new AppError(409, UNREADABLE);
    const { status, type, body } = JSON.parse(kept.bytes.toString()) as KeptAnswer;
    return replay(body, status, type);
  }
  if (isLocked || writtenId === null) throw new AppError(409, IN_FLIGHT, { retryAfter: 1 });
  // The process died after the commit: the record itself is the answer.
  const { Cookie, Authorization } = Object.fromEntries(
    ["Cookie", "Authorization"].map((name) => [name, request.headers.get(name) ?? ""]),
  );
  const address = new URL(request.url);
  address.pathname += `/${writtenId}`;
  const headers = { ...(Cookie && { Cookie }), ...(Authorization && { Authorization }) };
  const record = await handle(new Request(address, { headers }));
  return record.ok ? replay(await record.text(), 201, "application/json; charset=utf-8") : record;
}

const replay = (body: string, status: number, type: string) =>
  new Response(body, {
    status,
    headers: { "Content-Type": type, "Cache-Control": "no-store", "Idempotency-Replayed": "true" },
  });

const typeOf = ({ headers }: Request) =>
  (headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();

/** Letters of the shortest boundary that is looked for; programs choose longer ones. */
const SHORTEST_BOUNDARY = 8;

/** A form that is sent again has another boundary between its parts. */
function withoutBoundary({ headers }: Request, body: Buffer): Buffer {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(headers.get("Content-Type") ?? "") ?? [];
  const boundary = quoted ?? plain;
  if (!boundary || boundary.length < SHORTEST_BOUNDARY) return body;
  return Buffer.from(body.toString("latin1").replaceAll(boundary, "boundary"), "latin1");
}

/** Hashes that nobody can compute without the server's secret; the current one first, then the previous. */
function keyedHashes(purpose: string, text: string, bytes: Buffer = Buffer.alloc(0)): string[] {
  const { sessionSecret, previousSessionSecret } = config();
  return [sessionSecret, ...(previousSessionSecret ? [previousSessionSecret] : [])].map((secret) =>
    createHmac("sha256", secret).update(`${PURPOSE} ${purpose} ${text}`).update(bytes).digest("hex"),
  );
}
