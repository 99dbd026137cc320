import { type EnsembleKind, lazyKind } from '../../descriptors/ensemble-kind.ts';
import type { CommandPorts } from './command-tool.ts';

/** The kind `command`, loaded with the first descriptor of its kind. */
export function lazyCommandKind(ports: CommandPorts): EnsembleKind {
  return lazyKind('command', async () => (await import('./command-kind.ts')).commandKind(ports));
}
