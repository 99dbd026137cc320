import { modeNamed } from '../converser/modes/in-mode.ts';
import { type Mode, ordinaryModeName } from '../converser/modes/mode.ts';
import type { Log } from '../converser/ports.ts';
import { type FolderOptions, modeFolders } from './ensemble-folders.ts';

/** The mode of `--mode NAME`. Throws where there is none of that name. */
export async function findMode(
  name: string | undefined,
  options: FolderOptions,
  log: Pick<Log, 'warn' | 'error'>,
): Promise<Mode | undefined> {
  if (name === undefined || name === ordinaryModeName) return undefined;
  const { prepareModes } = await import('../ensembles/prepare-modes.ts');
  const modes = await prepareModes({ folders: modeFolders(options), log });
  modes.dispose();
  return modeNamed(name, modes.all);
}
