import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { ENVIRONMENT, environmentSchema } from "~/platform/config-schema.server";
import { PRICE_SOURCE_VARIABLES } from "~/platform/price-source-keys";

const PAGE = new URL("../../docs/configuration.md", import.meta.url);
const TABLES = /(?<=<!-- settings -->\n).*?(?=<!-- \/settings -->)/s;

type Setting = {
  description?: string;
  otherwise?: string;
  backOffice?: true;
  enum?: string[];
  type?: string;
  minimum?: number;
  maximum?: number;
};

const { properties } = z.toJSONSchema(environmentSchema, { io: "input", unrepresentable: "any" }) as {
  properties: Record<string, Setting>;
};

const cells = (...texts: string[]) => `| ${texts.join(" | ")} |`;

/** What a variable may be, where a range or a choice says it. A flag's texts do so themselves. */
function allowed({ enum: choices, minimum, maximum }: Setting): string {
  if (choices?.includes("true")) return "0, 1";
  if (choices) return choices.map((choice) => `\`${choice}\``).join(", ");
  return minimum === undefined ? "" : `${minimum} to ${maximum}`;
}

function defaultOf(field: z.ZodType, { otherwise }: Setting): string {
  if (otherwise) return otherwise;
  const value = field instanceof z.ZodDefault ? field.def.defaultValue : undefined;
  if (typeof value === "boolean") return value ? "1" : "0";
  return value === undefined || value === "" ? "none" : `\`${value}\``;
}

const lineOf = (name: string, field: z.ZodType, setting: Setting): string =>
  cells(
    `\`${name}\`${setting.backOffice ? " *" : ""}`,
    defaultOf(field, setting),
    allowed(setting),
    setting.description ?? "",
  );

const HEAD = [cells("variable", "default", "values", "meaning"), "|---|---|---|---|"];

function tables(): string {
  const subjects = Object.entries(ENVIRONMENT).map(([subject, fields]) =>
    [
      `## ${subject}`,
      "",
      ...HEAD,
      ...Object.entries(fields).map(([name, field]) => lineOf(name, field, properties[name] ?? {})),
      ...(subject === "Calls and prices"
        ? Object.entries(PRICE_SOURCE_VARIABLES).map(([name, text]) => cells(`\`${name}\``, "none", "", text))
        : []),
    ].join("\n"),
  );
  return `${subjects.join("\n\n")}\n`;
}

it("docs/configuration.md has the settings of the schema that checks them", () => {
  const text = readFileSync(PAGE, "utf8");
  if (process.env.WRITE_SPECIFICATION) writeFileSync(PAGE, text.replace(TABLES, tables));
  expect(TABLES.exec(readFileSync(PAGE, "utf8"))?.[0]).toBe(tables());
});

it("each setting has a text, and each checked one is in the table", () => {
  const listed = Object.values(ENVIRONMENT).flatMap((fields) => Object.keys(fields));
  expect(Object.keys(properties).toSorted()).toEqual(listed.toSorted());
  expect(listed.filter((name) => !properties[name]?.description)).toEqual([]);
});
