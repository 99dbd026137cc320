import { decidesEnsembles, type ProtectedRole } from '../ensembles/workspace/protection/protected-role.ts';
import type { HostPorts } from './host-ports.ts';

/** Protects what decides what Converser does, beside the places known by name. */
export function protectedRoles({
  folders,
  settings,
  storage,
}: Pick<HostPorts, 'folders' | 'settings' | 'storage'>): readonly ProtectedRole[] {
  const { ensemblesFolder } = settings;
  const described = [folders.shipped, ensemblesFolder, ...folders.named].filter(folder => folder !== '');
  return [
    ...described.map(path => ({ path, reason: decidesEnsembles })),
    { path: storage.folder, reason: 'holds what you have approved.' },
    ...storage.roles(),
  ];
}
