/**
 * Makes the file that VS Code installs, converser-<version>.vsix:
 *
 *     npm run package
 */

import { runMain } from './ground/say.mjs';
import { copyPackage } from './package-extension.ts';
import { root } from './stage-extension.ts';

await runMain(async () => {
  console.log(await copyPackage(root));
  return 0;
});
