import { homedir } from 'node:os';
import path from 'node:path';

/** Your own folder for what Converser remembers from run to run. */
export function stateFolder(): string {
  const state =
    process.env.XDG_STATE_HOME ||
    (process.platform === 'win32' && process.env.LOCALAPPDATA) ||
    path.join(homedir(), '.local', 'state');
  return path.join(state, 'converser');
}
