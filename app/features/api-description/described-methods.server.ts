import { GROUPS } from "./groups.server";

let methods: Map<string, string[]> | undefined;

/**
 * The methods that the API's description lists, by address pattern in lower case: `/api/news/:id`. HEAD comes
 * with GET.
 */
export function describedMethods(): ReadonlyMap<string, readonly string[]> {
  methods ??= readMethods();
  return methods;
}

function readMethods(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { method, path } of GROUPS.flatMap(({ operations }) => operations)) {
    const pattern = path.toLowerCase();
    found.set(pattern, [...(found.get(pattern) ?? []), ...(method === "GET" ? ["GET", "HEAD"] : [method])]);
  }
  return found;
}
