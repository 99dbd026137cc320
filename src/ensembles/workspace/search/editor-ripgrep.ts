import { access } from 'node:fs/promises';
import path from 'node:path';

/** The ripgrep that comes with the editor, so that the extension needs to bring none. */
export async function editorRipgrep(appRoot: string): Promise<string | undefined> {
  const { platform, arch } = process;
  const program = platform === 'win32' ? 'rg.exe' : 'rg';
  const folders = ['node_modules', 'node_modules.asar.unpacked'].flatMap(modules => [
    path.join(appRoot, modules, '@vscode', 'ripgrep-universal', 'bin', `${platform}-${arch}`),
    path.join(appRoot, modules, '@vscode', `ripgrep-${platform}-${arch}`, 'bin'),
    path.join(appRoot, modules, '@vscode', 'ripgrep', 'bin'),
  ]);
  for (const folder of folders) {
    const file = path.join(folder, program);
    if (
      await access(file).then(
        () => true,
        () => false,
      )
    )
      return file;
  }
  return undefined;
}
