import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";

const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest();

/** CBOR (RFC 8949) of what a passkey sends: small integers, texts, bytes and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.of((major << 5) | n)
      : n < 256
        ? Buffer.of((major << 5) | 24, n)
        : Buffer.of((major << 5) | 25, n >> 8, n & 255);
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as never)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

type Asked = { challenge: string; user?: { id: string } };

/** What a test lets the device get wrong. */
type Wrong = {
  origin?: string;
  host?: string;
  verified?: boolean;
  counter?: number;
  userHandle?: string;
  keyBytes?: number;
};

/** A device with one passkey, as a browser speaks for it (ES256, attestation "none"). */
export class SoftwarePasskey {
  readonly id = randomBytes(32);
  counter = 0;
  private readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  private userHandle = "";

  /** @param origin of the site's pages */
  constructor(private readonly origin: string) {}

  private authData(flags: number, { host, counter }: Wrong, attested = Buffer.of()): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.counter);
    return Buffer.concat([sha256(host ?? new URL(this.origin).hostname), Buffer.of(flags), count, attested]);
  }

  private clientData(type: string, challenge: string, { origin = this.origin }: Wrong): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  /** Answers the options of a new passkey. */
  create({ challenge, user }: Asked, wrong: Wrong = {}): string {
    this.userHandle = user?.id ?? "";
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" });
    const [X, Y] = [Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, X],
        [-3, Y],
        ...(wrong.keyBytes === undefined ? [] : [[-100, Buffer.alloc(wrong.keyBytes)] as const]),
      ]),
    );
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, this.id.length), this.id, key]);
    const authData = this.authData(wrong.verified === false ? 0x41 : 0x45, wrong, attested);
    const parts: [string, unknown][] = [
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ];
    return this.answer({
      clientDataJSON: this.clientData("webauthn.create", challenge, wrong).toString("base64url"),
      attestationObject: cbor(new Map(parts)).toString("base64url"),
    });
  }

  /** Answers the options of a sign-in. */
  sign({ challenge }: Asked, wrong: Wrong = {}, key: KeyObject = this.keys.privateKey): string {
    this.counter += 1;
    const authData = this.authData(wrong.verified === false ? 0x01 : 0x05, wrong);
    const clientData = this.clientData("webauthn.get", challenge, wrong);
    const signature = createSign("SHA256")
      .update(Buffer.concat([authData, sha256(clientData)]))
      .sign(key);
    return this.answer({
      clientDataJSON: clientData.toString("base64url"),
      authenticatorData: authData.toString("base64url"),
      signature: signature.toString("base64url"),
      userHandle: wrong.userHandle ?? this.userHandle,
    });
  }

  private answer(response: Record<string, string>): string {
    const id = this.id.toString("base64url");
    return JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });
  }
}
