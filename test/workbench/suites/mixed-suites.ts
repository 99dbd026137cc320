/** Suites that need a VS Code for some of their tests, and a plain Node for the others. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { oldestVersion, versionVariable } from '../code-server.ts';
import { CannotGoOn } from '../ground/say.mjs';
import { prepareWorkbenches } from '../open-workbench.ts';
import { mcpServersSuite, oldestWindowsSuite, programsSuite } from './node-suite.ts';
import { root, type Suite } from './suite.ts';
import { runRestricted, runTrusted, vscodeSuite } from './vscode-suite.ts';

/** What others built to use models, in front of the gateway. It is slow and large, so it runs only if you name it. */
export const clientsSuite: Suite = {
  ...vscodeSuite,
  name: 'clients',
  about: 'programs and libraries from npm in front of the gateway',
  async jobs(options) {
    const libraries = await runTrusted('test/clients/vscode/*.test.ts', options);
    return [...(await programsSuite.jobs(options)), libraries];
  },
};

/**
 * Ends and reloads VS Code several times, opens it once more for a workspace that is not trusted, and fetches what the
 * guide's set-ups start, which takes long: it runs only if you name it, as CI does.
 */
export const mcpSuite: Suite = {
  ...vscodeSuite,
  name: 'mcp',
  about: 'MCP servers approved, signed in to and ended in VS Code, and those of the guide',
  async jobs(options) {
    return [
      ...(await mcpServersSuite.jobs(options)),
      await runTrusted('test/vscode/from-npm/*.test.ts', options),
      await runRestricted(options),
    ];
  },
};

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
