import { authorHref } from "./author.rules";

/** The name of a by-line, which leads to what else the author wrote. */
export function AuthorLink({ name }: { name: string }) {
  const to = authorHref(name);
  return <bdi>{to === undefined ? name : <a href={to}>{name}</a>}</bdi>;
}
