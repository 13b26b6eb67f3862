/** Liveness: the process answers. */
export const loader = () => new Response("ok\n", { headers: { "Cache-Control": "no-store" } });
