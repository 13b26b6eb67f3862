import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

const compose = read("compose.yaml");
/** The text of each service. */
const services = new Map(
  (compose.split(/^services:$/m)[1] ?? "")
    .split(/^networks:$/m)[0]
    ?.split(/^ {2}(?=[\w-]+:$)/m)
    .map((text) => [/^[\w-]+/.exec(text)?.[0] ?? "", text]),
);

/** The image sets these itself, or they are only for tests. */
const ELSEWHERE = ["NODE_ENV", "PORT", "HOST", "DATA_DIR", "PAYPAL_API_URL"];

it("compose passes every operator setting to the containers", () => {
  const sources =
    read("app/platform/config-schema.server.ts") + read("app/platform/storage/s3-settings.server.ts");
  const declared = [...sources.matchAll(/^ {2,4}([A-Z][A-Z0-9_]{3,}):/gm)].map(([, name = ""]) => name);
  const handed = [...(services.get("app") ?? "").matchAll(/^ {6}([A-Z][A-Z0-9_]+): /gm)].map(
    ([, name = ""]) => name,
  );
  expect(declared.length).toBeGreaterThan(20);
  // Docker rejects a file with a duplicate name.
  expect(handed).toEqual([...new Set(handed)]);
  expect(handed).toEqual(
    expect.arrayContaining(declared.filter((name) => !ELSEWHERE.includes(name)).toSorted()),
  );
});

describe("the failover profile of compose", () => {
  /** The addresses that a file of docs/operating names, without their ports. */
  const addressesIn = (text: string) => [...new Set(text.match(/\b10\.0\.0\.\d+/g))].toSorted();

  it("gives nodes and instances the addresses of the documented HAProxy files", () => {
    const own = ["node1", "node2", "node3", "site-one", "site-two"].map((name) => services.get(name) ?? "");
    const given = own.flatMap((text) => /ipv4_address: (\S+)/.exec(text)?.[1] ?? []);
    const documented = read("docs/operating/haproxy-database.cfg") + read("docs/operating/haproxy.cfg");
    expect(given.toSorted()).toEqual(addressesIn(documented));
  });

  it("runs three etcd that know each other, with API v2", () => {
    const given = ["etcd1", "etcd2", "etcd3"].map(
      (name) => /ipv4_address: (\S+)/.exec(services.get(name) ?? "")?.[1],
    );
    expect(/--initial-cluster=(\S+)/.exec(compose)?.[1]).toBe(
      given.map((address) => `${address}=http://${address}:2380`).join(","),
    );
    expect(/PATRONI_ETCD_HOSTS: (\S+)/.exec(compose)?.[1]).toBe(
      given.map((address) => `${address}:2379`).join(","),
    );
    expect(compose).toContain("--enable-v2");
  });

  it("starts nothing of it without the profile", () => {
    for (const anchor of ["part", "site"])
      expect(compose).toMatch(new RegExp(`: &${anchor}\\n {2}profiles: \\[failover\\]`));
    const plain = [...services].filter(([, text]) => !/^ {4}<<: \*(part|etcd|node|site)$/m.test(text));
    expect(plain.map(([name]) => name).filter(Boolean)).toEqual(["app", "database"]);
  });

  it("has a volume for each node and each etcd", () => {
    const volumes = (compose.split(/^volumes:$/m)[1] ?? "").match(/^ {2}\w+/gm)?.map((name) => name.trim());
    expect(volumes).toEqual(["uploads", "database", "etcd1", "etcd2", "etcd3", "node1", "node2", "node3"]);
  });
});
