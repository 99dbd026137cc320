/**
 * What is asked about where no rule of yours decides: every call, those that may change something, or only what no mode
 * lets through: protected places, tools that came with the folder, and what a descriptor wants asked.
 */
export type PermissionMode = 'everything' | 'changes' | 'trusted';

export const permissionModes: readonly PermissionMode[] = ['everything', 'changes', 'trusted'];

export const ordinaryMode: PermissionMode = 'changes';
