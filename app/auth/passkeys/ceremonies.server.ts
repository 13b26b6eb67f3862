import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import type { Challenge } from "./challenge.server";

/** Loaded with the first passkey: most processes of a command never need it. */
const library = () => import("@simplewebauthn/server");

/** Passkeys belong to the host of the public address, and are used on its pages only. */
function site(): { host: string; origin: string } {
  const { hostname: host, origin } = new URL(config().publicUrl);
  return { host, origin };
}

/** The account's name for the device: it says nothing about the person. */
export const userHandle = (id: string): string =>
  Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");

/** @param known the ids of the person's passkeys, which the device must not hold already */
export async function creationOptions(
  challenge: string,
  { id, email, name }: { id: string; email: string; name: string },
  known: readonly string[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: config().siteName,
    rpID: site().host,
    userName: email,
    userDisplayName: name,
    userID: new Uint8Array(Buffer.from(userHandle(id), "base64url")),
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    excludeCredentials: known.map((credentialId) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return options;
}

/** @param own the person's passkeys, for a second step; without them the device names the person */
export async function requestOptions(
  challenge: string,
  own?: readonly string[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: site().host,
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    allowCredentials: own?.map((id) => ({ id })),
    userVerification: own ? "discouraged" : "required",
  });
}

export type StoredKey = { credentialId: string; publicKey: string; counter: number };

/** The new passkey that the browser sent; undefined if anything about it is wrong. */
export async function verifyCreation(
  response: unknown,
  { text: expectedChallenge }: Challenge,
): Promise<StoredKey | undefined> {
  const { verifyRegistrationResponse } = await library();
  const { host, origin } = site();
  return orUndefined(async () => {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
    });
    if (!registrationInfo) return undefined;
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    return { credentialId, publicKey: Buffer.from(publicKey).toString("base64url"), counter };
  });
}

/**
 * The counter after a signature by this passkey; undefined if anything about the signature is wrong.
 * @param verifiesPerson whether the device must have checked its owner by fingerprint, face or PIN
 */
export async function verifySignature(
  response: unknown,
  { text: expectedChallenge }: Challenge,
  { credentialId: id, publicKey, counter }: StoredKey,
  verifiesPerson: boolean,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const { host, origin } = site();
  return orUndefined(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: host,
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter },
      requireUserVerification: verifiesPerson,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  });
}

/** The library throws whatever is wrong with what a browser sent. Its messages have no secrets. */
async function orUndefined<Result>(check: () => Promise<Result | undefined>): Promise<Result | undefined> {
  try {
    return await check();
  } catch (error) {
    log().info({ reason: error instanceof Error ? error.message.slice(0, 200) : "" }, "passkey refused");
    return undefined;
  }
}
