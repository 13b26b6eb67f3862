const shared = globalThis as typeof globalThis & { openbellStopping?: boolean };

/** While the server stops it finishes what it has and asks for no more: `/readyz` says so. */
export const isStopping = () => shared.openbellStopping === true;

export function setStopping(stopping: boolean): void {
  shared.openbellStopping = stopping;
}
