/** What is used of a plan as `explain (verbose, format json)` gives it. */
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

/** The tables that are read from their beginning to their end. */
export const scannedTables = (plan: PlanNode): string[] =>
  everyNode(plan).flatMap((node) => (node["Node Type"] === "Seq Scan" && node["Relation Name"]) || []);

/** The children of a join for which it may find no row. */
function optionalChildren({ "Join Type": join, Plans: children = [] }: PlanNode): PlanNode[] {
  const optional = { Left: ["Inner"], Right: ["Outer"], Full: ["Inner", "Outer"] }[join ?? ""] ?? [];
  return children.filter((child) => optional.includes(child["Parent Relationship"] ?? ""));
}

/**
 * Whether an outer join may leave each of a plan's columns empty; undefined for those that are no plain columns of a
 * table named in the statement.
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
    // Where a statement reads one table alone, its columns go without its name.
    if (/^"?\w+"?$/.test(column)) return false;
    const table = /^(\w+)\."?\w+"?$/.exec(column)?.[1];
    return table && tables.has(table) ? optional.has(table) : undefined;
  });
}
