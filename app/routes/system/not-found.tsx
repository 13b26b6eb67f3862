import { notFound } from "~/web/replies.server";

export const handle = { shared: true };

export const loader = () => {
  throw notFound("");
};

export const action = () => {
  throw notFound("");
};

/** Never rendered: the nearest error boundary answers. The component makes this route a page for browsers. */
export default function Missing() {
  return null;
}
