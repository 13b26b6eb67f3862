import { notFound } from "~/web/replies.server";

export const handle = { shared: true };

export const loader = () => {
  throw notFound("");
};

export const action = () => {
  throw notFound("");
};

/** Never drawn: the nearest error boundary answers. It makes this a page, so that people get one. */
export default function Missing() {
  return null;
}
