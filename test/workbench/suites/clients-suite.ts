import { programsSuite } from './node-suite.ts';
import type { Suite } from './suite.ts';
import { runTrusted, vscodeSuite } from './vscode-suite.ts';

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
