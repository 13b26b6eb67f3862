import { createHash, createPublicKey, generateKeyPairSync, verify } from "node:crypto";

/** A key for tests. @property setting as `DKIM_PRIVATE_KEY` has it in one line */
export function dkimTestKey() {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const setting = privateKey
    .export({ type: "pkcs8", format: "pem" })
    .toString()
    .trim()
    .replaceAll("\n", "\\n");
  return { setting, publicKey: publicKey.export({ type: "spki", format: "der" }).toString("base64") };
}

const relaxedLine = (line: string) => {
  const colon = line.indexOf(":");
  const value = line.slice(colon + 1).replace(/\r\n/g, "");
  return `${line.slice(0, colon).toLowerCase().trim()}:${value.replace(/[ \t]+/g, " ").trim()}`;
};

/**
 * Verifies a message as a receiver does (RFC 6376, relaxed canonicalization).
 * @param publicKey base64 as in DNS
 * @returns the signature's tags, and whether body and headers are as they were signed
 */
export function verifyDkim(message: string, publicKey: string) {
  const end = message.indexOf("\r\n\r\n");
  const fields = message.slice(0, end).split(/\r\n(?![ \t])/);
  const signature = fields.find((field) => /^dkim-signature:/i.test(field)) ?? "";
  const tags = Object.fromEntries(
    relaxedLine(signature)
      .slice("dkim-signature:".length)
      .split(";")
      .map((part) => [part.slice(0, part.indexOf("=")).trim(), part.slice(part.indexOf("=") + 1).trim()]),
  );
  const body = message
    .slice(end + 4)
    .replace(/[ \t]+/g, " ")
    .replace(/ \r\n/g, "\r\n")
    .replace(/(\r\n)*$/, "\r\n");
  const isBodyIntact = createHash("sha256").update(body).digest("base64") === tags.bh?.replace(/\s/g, "");
  const signed = (tags.h ?? "").split(":").map((name: string) => {
    const field = fields.findLast((each) => each.toLowerCase().startsWith(`${name.trim()}:`));
    return field === undefined ? "" : `${relaxedLine(field)}\r\n`;
  });
  const unsigned = relaxedLine(signature).replace(/(;\s*b=).*$/, "$1");
  const areHeadersIntact = verify(
    "sha256",
    Buffer.from(signed.join("") + unsigned),
    createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" }),
    Buffer.from(tags.b?.replace(/\s/g, "") ?? "", "base64"),
  );
  return { tags, isIntact: isBodyIntact && areHeadersIntact };
}
