import { authorHref } from "./author.rules";

/** The by-line's name, with a link to the author's other works. */
export function AuthorLink({ name }: { name: string }) {
  const to = authorHref(name);
  return <bdi>{to === undefined ? name : <a href={to}>{name}</a>}</bdi>;
}
