import type { EventEmitter } from "node:events";
import { knex } from "@mikro-orm/postgresql";
import { type DeclaredStatement, declaredStatements } from "db/statement.server";

const MODULES = import.meta.glob(["../../{app,db}/**/*.server.{ts,tsx}", "../../app/server/jobs.ts"]);

/** Every statement of the application: modules declare theirs as they load. */
export async function allStatements(): Promise<readonly DeclaredStatement[]> {
  for (const load of Object.values(MODULES)) await load();
  return declaredStatements();
}

/** The text with PostgreSQL's placeholders. */
export function numbered({ text }: Pick<DeclaredStatement, "text">): string {
  let count = 0;
  return text.replaceAll("?", () => {
    count += 1;
    return `$${count}`;
  });
}

export type DescribedColumn = {
  name: string;
  type: string;
  /** Whether its source column may be null; undefined for expressions. */
  columnNullable: boolean | undefined;
};

/** PostgreSQL's description of a statement that does not run. */
export type Description = { params: string[]; columns: DescribedColumn[] };

export type Describer = {
  describe(text: string): Promise<Description>;
  rows<Row>(text: string): Promise<Row[]>;
  close(): Promise<void>;
};

type Field = { name: string; tableID: number; columnID: number; dataTypeID: number };

/** The wire protocol of a `pg` connection; its own `query` cannot request a description alone. */
type Wire = EventEmitter & {
  parse(statement: { text: string }): void;
  describe(named: { type: "S" }): void;
  sync(): void;
};

export async function openDescriber(url: string): Promise<Describer> {
  const pool = knex({ client: "pg", connection: url, pool: { min: 1, max: 1 } });
  const rows = async <Row>(text: string): Promise<Row[]> =>
    (await pool.raw(text.replaceAll("?", "\\?"))).rows;
  const { connection: wire }: { connection: Wire } = await pool.client.acquireRawConnection();
  const types = new Map(
    (
      await rows<{ oid: number; name: string }>("select oid::int, oid::regtype::text as name from pg_type")
    ).map(({ oid, name }) => [oid, name]),
  );
  const nullable = new Map(
    (
      await rows<{ key: string; nullable: boolean }>(
        "select attrelid || '.' || attnum as key, not attnotnull as nullable from pg_attribute",
      )
    ).map((attribute) => [attribute.key, attribute.nullable]),
  );
  const typeName = (oid: number) => types.get(oid) ?? `type ${oid}`;
  return {
    async describe(text) {
      const { params, fields } = await ask(wire, text);
      return {
        params: params.map(typeName),
        columns: fields.map(({ name, tableID, columnID, dataTypeID }) => ({
          name,
          type: typeName(dataTypeID),
          columnNullable: nullable.get(`${tableID}.${columnID}`),
        })),
      };
    },
    rows,
    async close() {
      (wire as unknown as { end(): void }).end();
      await pool.destroy();
    },
  };
}

function ask(wire: Wire, text: string): Promise<{ params: number[]; fields: Field[] }> {
  return new Promise((resolve, reject) => {
    const answer = { params: [] as number[], fields: [] as Field[] };
    let failure: Error | undefined;
    const listeners = {
      parameterDescription: ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
        answer.params = dataTypeIDs;
      },
      rowDescription: ({ fields }: { fields: Field[] }) => {
        answer.fields = fields;
      },
      errorMessage: (error: Error) => {
        failure = error;
      },
      readyForQuery: () => {
        for (const [event, listener] of Object.entries(listeners)) wire.off(event, listener);
        if (failure) reject(failure);
        else resolve(answer);
      },
    };
    for (const [event, listener] of Object.entries(listeners)) wire.on(event, listener);
    wire.parse({ text });
    wire.describe({ type: "S" });
    wire.sync();
  });
}
