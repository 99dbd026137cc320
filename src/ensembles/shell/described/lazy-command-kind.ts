import { type EnsembleKind, lazyKind } from '../../descriptors/ensemble-kind.ts';
import type { CommandPorts } from './command-tool.ts';

export function lazyCommandKind(ports: CommandPorts): EnsembleKind {
  return lazyKind('command', async () => (await import('./command-kind.ts')).commandKind(ports));
}
