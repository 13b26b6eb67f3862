import { SPECULATION_RULES } from "~/web/speculation-rules";

/** Which links browsers may fetch before they are followed. */
export const loader = () =>
  new Response(JSON.stringify(SPECULATION_RULES), {
    headers: {
      "Content-Type": "application/speculationrules+json",
      "Cache-Control": "public, max-age=86400",
    },
  });
