/** `workspace` writes only there, except what is protected, without network; `network` adds it; `full` has no limits. */
export const accesses = ['workspace', 'network', 'full'] as const;

export type Access = (typeof accesses)[number];

/** `auto` uses one where this machine can; `required` runs nothing without. */
export const sandboxModes = ['auto', 'required', 'off'] as const;

export type SandboxMode = (typeof sandboxModes)[number];

export function isEnough(granted: Access, wanted: Access): boolean {
  return accesses.indexOf(wanted) <= accesses.indexOf(granted);
}
