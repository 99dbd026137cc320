import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { oldestVersion, versionVariable } from '../code-server.ts';
import { CannotGoOn } from '../ground/say.mjs';
import { prepareWorkbenches } from '../open-workbench.ts';
import { oldestWindowsSuite } from './node-suite.ts';
import { root, type Suite } from './suite.ts';
import { vscodeSuite } from './vscode-suite.ts';

/**
 * Converser in the oldest VS Code that it says it runs in. The chat view is left to its API, with models of ours: there,
 * it has other parts, and nobody is led to a model who has not signed in.
 */
export const oldestSuite: Suite = {
  ...oldestWindowsSuite,
  about: 'the oldest VS Code that Converser runs in',
  async prepare() {
    const { engines } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    const [, minor] = oldestVersion.split('.');
    if (engines.vscode !== `^1.${minor}.0`)
      throw new CannotGoOn(`engines names VS Code ${engines.vscode}, and oldestVersion is ${oldestVersion}.`);
    process.env[versionVariable] = oldestVersion;
    await prepareWorkbenches();
  },
  async jobs(options) {
    return [...(await vscodeSuite.jobs(options)), ...(await oldestWindowsSuite.jobs(options))];
  },
};
