/**
 * What a command may reach, from the least to the most. `workspace`: it writes in the workspace's folders, but not in what
 * is protected there, and has no network. `network`: the same, with the network. `full`: whatever you can.
 */
export const accesses = ['workspace', 'network', 'full'] as const;

export type Access = (typeof accesses)[number];

/** Whether what was granted is enough for what is wanted. */
export function isEnough(granted: Access, wanted: Access): boolean {
  return accesses.indexOf(wanted) <= accesses.indexOf(granted);
}
