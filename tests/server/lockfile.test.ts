import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Entry = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  version?: string;
  integrity?: string;
  /** The project's own client. */
  link?: boolean;
};
type Lock = { lockfileVersion: number; packages: Record<string, Entry> };

const lock = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8")) as Lock;

/** The places where Node looks for a package: its own node_modules, then those of every parent folder. */
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

/** All packages that the given ones need, including platform-specific ones. */
function neededFor(names: readonly string[], packages: Lock["packages"]): Set<string> {
  const found = new Set<string>();
  const add = (owner: string, wanted: readonly string[]) => {
    for (const name of wanted) {
      const place = placesOf(owner, name).find((each) => each in packages);
      if (!place || found.has(place)) continue;
      found.add(place);
      const { dependencies = {}, optionalDependencies = {} } = packages[place] ?? {};
      add(place, [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]);
    }
  };
  add("", names);
  return found;
}

describe("the image", () => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  const [, list = ""] =
    /npm uninstall [^@]*((?:[@\w/-]+ )+)\\/.exec(read("Dockerfile").replace(/\\\n\s+/, "")) ?? [];
  const removed = list.trim().split(" ");

  it("has no packages that only the build needs, and no product module imports one", () => {
    const [, declared = ""] = /BUILD_PACKAGES = \[([^\]]*)\]/.exec(read(".dependency-cruiser.mjs")) ?? [];
    expect(removed).toEqual([...declared.matchAll(/"([^"]+)"/g)].map(([, name]) => name));
  });

  it("has no bundler and no style compiler as an indirect dependency", () => {
    const direct = Object.keys(lock.packages[""]?.dependencies ?? {});
    const tools = /^node_modules\/(vite|rollup|esbuild|tailwindcss|lightningcss|@babel\/core)$/;
    const toolsOf = (names: readonly string[]) =>
      [...neededFor(names, lock.packages)].filter((place) => tools.test(place));
    expect(toolsOf(direct)).toHaveLength(6);
    expect(toolsOf(direct.filter((name) => !removed.includes(name)))).toEqual([]);
  });
});

describe("package-lock.json", () => {
  // npm silently leaves out a platform's package that its registry lacks; `npm ci` then fails on that
  // platform.
  it("has an entry for every optional dependency", () => {
    expect(missingFrom(lock.packages)).toEqual([]);
  });

  it("without an optional dependency's entry is reported", () => {
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

  it("has optional dependencies, and an integrity hash for every package", () => {
    const optional = Object.values(lock.packages).flatMap((entry) =>
      Object.keys(entry.optionalDependencies ?? {}),
    );
    expect(optional.length).toBeGreaterThan(20);
    const unproved = Object.entries(lock.packages).filter(
      ([path, entry]) => path && path !== "client" && !entry.link && !entry.integrity,
    );
    expect(unproved.map(([path]) => path)).toEqual([]);
  });
});
