import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { archivingSettings, backrestSettings } from "./settings";

const PAGE = fileURLToPath(new URL("../../../docs/operating/backup-and-restore.md", import.meta.url));

const namesIn = (text: string) => [...text.matchAll(/^([\w-]+) ?= ?/gm)].map(([, name]) => name);

it("the documented settings of pgBackRest and PostgreSQL are those that the scenario plays", () => {
  const documented = [...readFileSync(PAGE, "utf8").matchAll(/```ini\n([\s\S]*?)```/g)].map(
    ([, text]) => text,
  );
  const settings = { bucket: "backups", region: "here", accessKeyId: "id", secretAccessKey: "secret" };
  const store = { port: 1, certificate: "/certificate.pem", settings };
  const place = { data: "/data", port: 2, folder: "/folder", account: "postgres", store };
  const played = [backrestSettings(place), archivingSettings("pgbackrest", "/pgbackrest.conf")];
  expect(documented).toHaveLength(2);
  for (const [nth, text] of documented.entries())
    expect(namesIn(played[nth] ?? "")).toEqual(expect.arrayContaining(namesIn(text ?? "")));
});
