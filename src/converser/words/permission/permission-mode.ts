/** `trusted` still asks about protected places, the folder's own tools, and where descriptors ask. */
export type PermissionMode = 'everything' | 'changes' | 'trusted';

export const permissionModes: readonly PermissionMode[] = ['everything', 'changes', 'trusted'];

export function stricter(one: PermissionMode, other: PermissionMode): PermissionMode {
  return permissionModes.find(mode => mode === one || mode === other) ?? ordinaryMode;
}

export const ordinaryMode: PermissionMode = 'changes';
