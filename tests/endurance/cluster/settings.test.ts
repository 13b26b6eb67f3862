import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { databaseProxy, nodeEnvironment, refuseUnsafeStore, siteProxy, storeWords } from "./settings";

const documented = (name: string) =>
  readFileSync(new URL(`../../../docs/operating/${name}`, import.meta.url), "utf8");

const links = { clients: 11, checks: 12, peers: 13, api: 14, store: 15 };

describe("the database's HAProxy", () => {
  const text = databaseProxy(
    documented("haproxy-database.cfg"),
    [
      { name: "n1", links },
      { name: "n2", links: { ...links, clients: 21, checks: 22 } },
    ],
    { primary: 5, replicas: 6 },
  );

  it("listens at both ports of the rig and at no other address", () => {
    expect(text.match(/^ {2}bind .*/gm)).toEqual(["  bind 127.0.0.1:5", "  bind 127.0.0.1:6"]);
  });

  it("sends clients to each node's clients' line and checks to its checks' line", () => {
    const servers = ["  server n1 127.0.0.1:11 check port 12", "  server n2 127.0.0.1:21 check port 22"];
    expect(text.match(/^ {2}server .*/gm)).toEqual([...servers, ...servers]);
  });

  it("keeps the documented timeouts and ends sessions at a node that is down", () => {
    expect(text).toContain("timeout server 30m");
    expect(text.match(/on-marked-down shutdown-sessions/g)).toHaveLength(2);
  });
});

describe("the site's HAProxy", () => {
  const text = siteProxy(documented("haproxy.cfg"), ["127.0.0.1:31", "127.0.0.1:32"], 80);

  it("listens without a certificate", () => {
    expect(text.match(/^ {2}bind .*/gm)).toEqual(["  bind 127.0.0.1:80"]);
    expect(text).not.toMatch(/ssl|redirect scheme/);
  });

  it("sends visitors to living instances while none is ready", () => {
    expect(text).toMatch(/use_backend (\S+) if \{ nbsrv\(openbell\) eq 0 \}/);
    const servers = ["  server s0 127.0.0.1:31", "  server s1 127.0.0.1:32"];
    expect(text.match(/^ {2}server .*/gm)).toEqual([...servers, ...servers]);
  });
});

it("a node announces its lines, not its own ports, to the others", () => {
  const env = nodeEnvironment("n1", { postgres: 1, api: 2, links }, "/tmp/n1");
  expect(env).toMatchObject({
    PATRONI_ETCD_HOSTS: "127.0.0.1:15",
    PATRONI_POSTGRESQL_LISTEN: "127.0.0.1:1",
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: "127.0.0.1:13",
    PATRONI_RESTAPI_LISTEN: "127.0.0.1:2",
    PATRONI_RESTAPI_CONNECT_ADDRESS: "127.0.0.1:14",
  });
});

it("etcd serves API v2 on the local machine alone", () => {
  const words = storeWords("/tmp/etcd", { client: 1, peer: 2 });
  expect(words).toContain("--enable-v2=true");
  expect(words.filter((word) => word.includes("http") && !word.includes("http://127.0.0.1:"))).toEqual([]);
});

describe("etcd's API v3", () => {
  const yaml = (store: string) => documented("patroni.yml").replace(/^etcd:.*/m, store);

  it.each(["patroni 3.0.2", "patroni 2.1.4", "unknown"])("%s is refused", (version) => {
    expect(() => refuseUnsafeStore(yaml("etcd3: {}"), version)).toThrow(/loses confirmed writes/);
  });

  it.each(["patroni 3.0.3", "patroni 3.1.0", "patroni 4.0.5"])("%s is accepted", (version) => {
    expect(() => refuseUnsafeStore(yaml("etcd3: {}"), version)).not.toThrow();
  });

  it("the documented settings use API v2", () => {
    expect(() => refuseUnsafeStore(documented("patroni.yml"), "patroni 3.0.2")).not.toThrow();
  });
});
