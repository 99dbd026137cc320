/**
 * What is asked about where no rule of yours decides: every call, those that may change something, or only what no mode
 * lets through: protected places, tools that came with the folder, and what a descriptor wants asked.
 */
export type PermissionMode = 'everything' | 'changes' | 'trusted';

export const permissionModes: readonly PermissionMode[] = ['everything', 'changes', 'trusted'];

/** The one that asks more. */
export function stricter(one: PermissionMode, other: PermissionMode): PermissionMode {
  return permissionModes.find(mode => mode === one || mode === other) ?? ordinaryMode;
}

export const ordinaryMode: PermissionMode = 'changes';
