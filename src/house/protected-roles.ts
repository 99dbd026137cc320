import { decidesEnsembles, type ProtectedRole } from '../ensembles/workspace/protection/protected-roles.ts';
import type { HostPorts } from './host-ports.ts';

/** What decides what Converser does, wherever it is, beside the places that are known by their names. */
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
