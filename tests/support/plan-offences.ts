/** The used fields of an executed plan node. Rows are the mean of the node's loops. */
export type RunNode = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  Plans?: RunNode[];
};

/** The limits of a statement, whatever the table size. */
export const LIMITS = {
  /** Rows that a node may return. The longest reply, a list of the API, has half of them. */
  made: 2_000,
  /** The same for index scans: lists are counted up to this limit, and no page starts after it. */
  walked: 11_000,
  /** Rows that filters of a table or a join may discard. */
  removed: 1_000,
  sorted: 1_000,
  /** Blocks of 8 kB that the statement may read: it reveals, for example, an index scan without matches. */
  blocks: 12_000,
};

export type Limits = typeof LIMITS;

/**
 * Lists each node of a plan that grows with its tables, as text.
 * @param isLarge whether a table is one of those that grow
 */
export function planOffences(
  root: RunNode,
  isLarge: (table: string) => boolean,
  limits: Limits = LIMITS,
): string[] {
  const blocks = (root["Shared Hit Blocks"] ?? 0) + (root["Shared Read Blocks"] ?? 0);
  const whole = blocks > limits.blocks ? [`the whole statement looked into ${blocks} blocks`] : [];
  return [...whole, ...everyNode(root).flatMap((node) => nodeOffences(node, isLarge, limits))];
}

const everyNode = (node: RunNode): RunNode[] => [node, ...(node.Plans ?? []).flatMap(everyNode)];

/** The rows of all loops. */
const total = ({ "Actual Loops": loops = 1 }: RunNode, each = 0): number => Math.round(each * loops);

const SORTS = ["Sort", "Incremental Sort"];

function nodeOffences(node: RunNode, isLarge: (table: string) => boolean, limits: Limits): string[] {
  const { "Node Type": type, "Relation Name": table, "Index Name": index, Plans: children = [] } = node;
  const made = total(node, node["Actual Rows"]);
  const removed =
    total(node, node["Rows Removed by Filter"]) +
    total(node, node["Rows Removed by Join Filter"]) +
    total(node, node["Rows Removed by Index Recheck"]);
  const sorted = SORTS.includes(type)
    ? children.reduce((sum, child) => sum + total(child, child["Actual Rows"]), 0)
    : 0;
  const most = walksIndex(node) ? limits.walked : limits.made;
  const name = [type, index && `by ${index}`, table && `of ${table}`].filter(Boolean).join(" ");
  return [
    type === "Seq Scan" && table && isLarge(table) && (made > 0 || removed > 0)
      ? "reads the whole table"
      : "",
    made > most ? `made ${made} rows` : "",
    removed > limits.removed ? `threw away ${removed} rows` : "",
    sorted > limits.sorted ? `sorted ${sorted} rows` : "",
  ].flatMap((offence) => (offence ? [`${name} ${offence}`] : []));
}

/** An index without its table, and nodes that only limit or count. */
function walksIndex({ "Node Type": type, Plans: children = [] }: RunNode): boolean {
  if (type === "Index Only Scan" || type === "Bitmap Index Scan") return true;
  const passes = ["Limit", "Append", "Merge Append", "Subquery Scan", "Unique"].includes(type);
  return passes && children.length > 0 && children.every(walksIndex);
}
