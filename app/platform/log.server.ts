import pino, { type Logger } from "pino";

const shared = globalThis as typeof globalThis & { openbellLog?: Logger };

/** Structured log, one JSON object a line. Whatever could open a door is redacted before it is written. */
export function log(): Logger {
  shared.openbellLog ??= createLog(process.env.LOG_LEVEL ?? "info");
  return shared.openbellLog;
}

/** @param destination where lines go; standard output when absent. */
export function createLog(level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [
        ...["password", "passwordHash", "token", "tokenHash", "currentPassword", "newPassword"].flatMap(
          (key) => [key, `*.${key}`],
        ),
        "authorization",
        "cookie",
        "*.authorization",
        "*.cookie",
        '*["set-cookie"]',
      ],
      censor: "[redacted]",
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
