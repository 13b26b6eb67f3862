import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Entry = { optionalDependencies?: Record<string, string>; version?: string; integrity?: string };
type Lock = { lockfileVersion: number; packages: Record<string, Entry> };

const lock = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8")) as Lock;

/** Node's way to a package: its own node_modules, then those of every folder above. */
function placesOf(owner: string, name: string): string[] {
  const above =
    owner === "" ? undefined : owner.slice(0, owner.lastIndexOf("node_modules")).replace(/\/$/, "");
  const here = `${owner === "" ? "" : `${owner}/`}node_modules/${name}`;
  return above === undefined ? [here] : [here, ...placesOf(above, name)];
}

function missingFrom(packages: Lock["packages"]): string[] {
  return Object.entries(packages).flatMap(([owner, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !placesOf(owner, name).some((place) => place in packages))
      .map((name) => `${owner || "the project"} wants ${name}`),
  );
}

describe("package-lock.json", () => {
  // npm leaves out, without a word, a platform's package that its registry does not have; `npm ci` then fails
  // on the machines of that platform.
  it("has an entry for every optional dependency", () => {
    expect(missingFrom(lock.packages)).toEqual([]);
  });

  it("would be found out if it had not", () => {
    const packages = {
      "": { optionalDependencies: { "of-ours": "1.0.0" } },
      "node_modules/rollup": { optionalDependencies: { "rollup-linux": "4.0.0", "rollup-mac": "4.0.0" } },
      "node_modules/rollup/node_modules/rollup-mac": {},
    };
    expect(missingFrom(packages)).toEqual([
      "the project wants of-ours",
      "node_modules/rollup wants rollup-linux",
    ]);
  });

  it("holds optional dependencies at all, and of every package what proves its content", () => {
    const optional = Object.values(lock.packages).flatMap((entry) =>
      Object.keys(entry.optionalDependencies ?? {}),
    );
    expect(optional.length).toBeGreaterThan(20);
    const unproved = Object.entries(lock.packages).filter(([path, entry]) => path && !entry.integrity);
    expect(unproved.map(([path]) => path)).toEqual([]);
  });
});
