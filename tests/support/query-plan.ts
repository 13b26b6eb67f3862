/** The used fields of a plan from `explain (verbose, format json)`. */
export type PlanNode = {
  "Node Type"?: string;
  "Join Type"?: string;
  "Parent Relationship"?: string;
  "Relation Name"?: string;
  Alias?: string;
  Output?: string[];
  Plans?: PlanNode[];
};

const everyNode = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(everyNode)];

/** The tables that are scanned completely. */
export const scannedTables = (plan: PlanNode): string[] =>
  everyNode(plan).flatMap((node) => (node["Node Type"] === "Seq Scan" && node["Relation Name"]) || []);

/** The children of a join without a guaranteed row. */
function optionalChildren({ "Join Type": join, Plans: children = [] }: PlanNode): PlanNode[] {
  const optional = { Left: ["Inner"], Right: ["Outer"], Full: ["Inner", "Outer"] }[join ?? ""] ?? [];
  return children.filter((child) => optional.includes(child["Parent Relationship"] ?? ""));
}

/**
 * Whether an outer join may make each column of a plan null; undefined for expressions.
 */
export function outerJoined(plan: PlanNode): (boolean | undefined)[] {
  const nodes = everyNode(plan);
  const tables = new Set(nodes.flatMap(({ Alias, "Relation Name": table }) => (table && Alias) || []));
  const optional = new Set(
    nodes
      .flatMap(optionalChildren)
      .flatMap(everyNode)
      .map(({ Alias }) => Alias),
  );
  return (plan.Output ?? []).map((column) => {
    // If a statement reads a single table, its columns have no table name.
    if (/^"?\w+"?$/.test(column)) return false;
    const table = /^(\w+)\."?\w+"?$/.exec(column)?.[1];
    return table && tables.has(table) ? optional.has(table) : undefined;
  });
}
