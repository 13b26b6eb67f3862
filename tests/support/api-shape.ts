type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
} & Partial<Record<Limit, number>>;

type Parameter = { name: string; in: string; required?: boolean; schema: Schema };
type Content = Record<string, { schema: Schema }>;
type Operation = {
  security: Record<string, string[]>[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

/** The parts of an OpenAPI document that a program can depend on. */
type Description = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
};

const LARGEST = ["maxLength", "maximum", "exclusiveMaximum", "maxItems"] as const;
const SMALLEST = ["minLength", "minimum", "exclusiveMinimum", "minItems"] as const;
type Limit = (typeof LARGEST)[number] | (typeof SMALLEST)[number];

/** What programs send, or what they get. The same change can break one and not the other. */
type Side = "sent" | "answered";

/**
 * What programs may rely on, one fact per line, sorted: `POST /api/news sent .title: string`. Descriptions,
 * examples and errors are no part of it.
 */
export function apiShape(document: object): string[] {
  const { paths, components } = document as Description;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operationLines(`${method.toUpperCase()} ${path}`, operation, components.parameters),
    ),
  );
  const schemas = Object.entries(components.schemas).flatMap(([name, schema]) =>
    schemaLines(name, schema, "answered"),
  );
  return [...new Set([...operations, ...schemas])].toSorted();
}

function operationLines(
  operation: string,
  { security, parameters = [], requestBody, responses }: Operation,
  named: Record<string, Parameter>,
): string[] {
  const callers = security.flatMap((way) => {
    const [scheme = "visitor", roles = []] = Object.entries(way)[0] ?? [];
    return (roles.length > 0 ? roles.map((role) => `${scheme} ${role}`) : [scheme]).map(
      (caller) => `${operation} for ${caller}`,
    );
  });
  const sentParameters = parameters.flatMap((parameter) => {
    const one = "$ref" in parameter ? named[parameter.$ref.split("/").at(-1) ?? ""] : parameter;
    if (!one) throw new Error(`${operation} has an unknown parameter`);
    const at = `${operation} sent ${one.in === "query" ? "?" : `${one.in} `}${one.name}`;
    return [...schemaLines(at, one.schema, "sent"), ...(one.required ? [`${at} required`] : [])];
  });
  const sent = Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
    schemaLines(`${operation} sent ${type} `, schema, "sent"),
  );
  const answered = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([status, { content = {} }]) => [
      `${operation} answered ${status}`,
      ...Object.values(content).flatMap(({ schema }) =>
        schemaLines(`${operation} answered ${status} `, schema, "answered"),
      ),
    ]);
  return [operation, ...callers, ...sentParameters, ...sent, ...answered];
}

function schemaLines(at: string, schema: Schema, side: Side): string[] {
  const { $ref, anyOf = [], oneOf = [], allOf = [], items, properties = {}, required = [] } = schema;
  if ($ref) return [`${at}: ${$ref.split("/").at(-1)}`];
  const values = schema.enum ?? ("const" in schema ? [schema.const] : undefined);
  const types = values ? values.map((value) => JSON.stringify(value)) : [schema.type ?? []].flat();
  const limits =
    side === "sent" ? [...LARGEST, ...SMALLEST].filter((limit) => schema[limit] !== undefined) : [];
  return [
    ...types.map((type) => `${at}: ${type}`),
    ...limits.map((limit) => `${at} ${limit} ${schema[limit]}`),
    ...required.map((name) => `${at}.${name} ${side === "sent" ? "required" : "always there"}`),
    ...Object.entries(properties).flatMap(([name, part]) => schemaLines(`${at}.${name}`, part, side)),
    ...(items ? schemaLines(`${at}[]`, items, side) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((part) => schemaLines(at, part, side)),
  ];
}

const LIMIT = new RegExp(`^(.*) (${[...LARGEST, ...SMALLEST].join("|")}) (\\S+)$`);

/**
 * The changes that break a program written for the released shape: something that it may send or gets is
 * gone, must now be sent, is limited more tightly, or a known answer has a new type.
 */
export function breakingChanges(released: readonly string[], now: readonly string[]): string[] {
  const before = new Set(released);
  const after = new Set(now);
  const gone = released.filter(
    (line) => !after.has(line) && !line.endsWith(" required") && !LIMIT.test(line),
  );
  const known = new Set(released.map(subject));
  const added = now.filter((line) => !before.has(line) && known.has(operationOf(line)));
  return [
    ...gone.map((line) => `gone: ${line}`),
    ...added.filter((line) => isNewDemand(line, before, known)).map((line) => `new: ${line}`),
  ];
}

/** The part of a line before its fact. */
const subject = (line: string) => line.replace(/(: \S.*| (required|always there))$/, "").replace(LIMIT, "$1");

/** The operation or the schema that a line is about. */
const operationOf = (line: string) => /^[A-Z]+ \/\S*/.exec(line)?.[0] ?? line.split(/[.:[ ]/)[0] ?? line;

function isNewDemand(line: string, before: ReadonlySet<string>, known: ReadonlySet<string>): boolean {
  if (line.endsWith(" required")) return true;
  const [, at = "", limit = "", value = ""] = LIMIT.exec(line) ?? [];
  if (limit) {
    const was = [...before]
      .map((one) => LIMIT.exec(one))
      .find((one) => one?.[1] === at && one[2] === limit)?.[3];
    if (was === undefined) return known.has(at);
    return (LARGEST as readonly string[]).includes(limit)
      ? Number(value) < Number(was)
      : Number(value) > Number(was);
  }
  return (
    !line.includes(" sent ") &&
    !line.endsWith(" always there") &&
    line.includes(": ") &&
    known.has(subject(line))
  );
}
