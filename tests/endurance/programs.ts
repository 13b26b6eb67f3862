import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Debian installs HAProxy where only root's PATH looks. */
const FOLDERS = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];

/** @returns the path of an installed program */
export const findProgram = (name: string): string | undefined =>
  FOLDERS.map((folder) => join(folder, name)).find(isProgram);
