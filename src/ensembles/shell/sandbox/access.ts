/**
 * `workspace` writes in the workspace's folders, but not in what is protected there, and has no network. `network` adds
 * the network. `full` reaches whatever you can.
 */
export const accesses = ['workspace', 'network', 'full'] as const;

export type Access = (typeof accesses)[number];

export function isEnough(granted: Access, wanted: Access): boolean {
  return accesses.indexOf(wanted) <= accesses.indexOf(granted);
}
