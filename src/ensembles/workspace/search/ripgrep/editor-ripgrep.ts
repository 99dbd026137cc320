import { existsSync } from 'node:fs';
import path from 'node:path';

/** The editor's ripgrep spares the extension from bringing one. */
export function editorRipgrep(appRoot: string): string | undefined {
  const { platform, arch } = process;
  const program = platform === 'win32' ? 'rg.exe' : 'rg';
  const folders = ['node_modules', 'node_modules.asar.unpacked'].flatMap(modules => [
    path.join(appRoot, modules, '@vscode', 'ripgrep-universal', 'bin', `${platform}-${arch}`),
    path.join(appRoot, modules, '@vscode', `ripgrep-${platform}-${arch}`, 'bin'),
    path.join(appRoot, modules, '@vscode', 'ripgrep', 'bin'),
  ]);
  return folders.map(folder => path.join(folder, program)).find(file => existsSync(file));
}
