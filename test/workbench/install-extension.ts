import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { ensureCodeServer } from './code-server.ts';
import { installOnce } from './ground/cache.mjs';
import { runLogged } from './ground/run-logged.mjs';
import { step } from './ground/say.mjs';
import { extensionPackage } from './package-extension.ts';

/**
 * Installs the package as anybody does who has its file, with VS Code's own command.
 *
 * @returns VS Code's folder of extensions with nothing but Converser in it, for many to read and none to write
 */
export async function installedExtension(): Promise<string> {
  const { file, hash } = await extensionPackage();
  const { script, node, version } = await ensureCodeServer();
  const folder = await installOnce(`installed-${hash}-${version}`, partial =>
    step('Installing the package in VS Code', async () => {
      const extensions = path.join(partial, 'extensions');
      const data = path.join(partial, 'data');
      await mkdir(extensions);
      const install = [
        '--accept-server-license-terms',
        `--extensions-dir=${extensions}`,
        `--user-data-dir=${data}`,
        `--server-data-dir=${data}`,
        `--install-extension=${file}`,
      ];
      await runLogged([node, script, ...install], { logName: 'install-extension' });
    }),
  );
  return path.join(folder, 'extensions');
}
