import { decidesEnsembles, type ProtectedRole } from '../ensembles/workspace/protection/protected-roles.ts';
import type { RunOptions, ServeOptions } from './command-line/command-line.ts';
import { shippedEnsembles } from './ensemble-folders.ts';
import { stateFolder } from './state/state-file.ts';

export type RoleOptions = Pick<RunOptions, 'ensembles' | 'lock' | 'modelsFile' | 'instructionsFile'> &
  Partial<Pick<ServeOptions, 'keyFile' | 'keysFile'>>;

/** What decides what a run does, beside the places that are known by their names. */
export function rolesInTerminal(options: RoleOptions): readonly ProtectedRole[] {
  const { ensembles, lock, modelsFile, instructionsFile, keyFile, keysFile } = options;
  const named = [
    [lock, 'decides which tools of MCP servers are trusted.'],
    [modelsFile, 'decides how models are used, and what they cost.'],
    [instructionsFile, 'decides what models are told.'],
    [keyFile, 'decides who may use the gateway.'],
    [keysFile, 'decides who may use the gateway.'],
  ] as const;
  return [
    ...[shippedEnsembles, ...ensembles].map(path => ({ path, reason: decidesEnsembles })),
    { path: stateFolder(), reason: 'holds what you have approved.' },
    ...named.flatMap(([path, reason]) => (path === undefined ? [] : [{ path, reason }])),
  ];
}
