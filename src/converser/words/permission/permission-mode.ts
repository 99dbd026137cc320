/**
 * Decides what no rule of yours does: ask about every call, about changes, or only about protected places,
 * tools that came with the folder, and what a descriptor wants asked.
 */
export type PermissionMode = 'everything' | 'changes' | 'trusted';

export const permissionModes: readonly PermissionMode[] = ['everything', 'changes', 'trusted'];

export function stricter(one: PermissionMode, other: PermissionMode): PermissionMode {
  return permissionModes.find(mode => mode === one || mode === other) ?? ordinaryMode;
}

export const ordinaryMode: PermissionMode = 'changes';
