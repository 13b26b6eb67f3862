import { perProcess } from "db/per-process";
import pino, { type Logger } from "pino";

/** The structured log, one JSON object per line. Secrets are redacted. */
export const log = (): Logger => perProcess("log", () => createLog(process.env.LOG_LEVEL ?? "info"));

/** @param destination where lines go; standard output when absent */
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
