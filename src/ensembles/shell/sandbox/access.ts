/** `workspace` writes only there, except what is protected, without network; `network` adds it; `full` has no limits. */
export const accesses = ['workspace', 'network', 'full'] as const;

export type Access = (typeof accesses)[number];

export function isEnough(granted: Access, wanted: Access): boolean {
  return accesses.indexOf(wanted) <= accesses.indexOf(granted);
}
