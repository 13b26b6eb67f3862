import { createServer } from "node:net";

/** @param {number} port 0 lets the system choose @returns {Promise<number | null>} null if it is in use */
function probePort(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(null));
    probe.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const address = probe.address();
      const chosen = address !== null && typeof address === "object" ? address.port : null;
      probe.close(() => resolve(chosen));
    });
  });
}

/**
 * @param {number} [preferred] the port to use if it is free
 * @returns {Promise<number>} a port of 127.0.0.1 without a listener at this moment
 */
export async function freePort(preferred) {
  const port = (preferred ? await probePort(preferred) : null) ?? (await probePort(0));
  if (port === null) throw new Error("127.0.0.1 has no free port.");
  return port;
}
