/** What VS Code loads as `extensionTestsPath`: it calls `run` in the extension host. */

import { runMocha } from './run-mocha.ts';

export async function run(): Promise<void> {
  // Makes a failure point at the test as it was written and not at its bundle.
  process.setSourceMapsEnabled(true);
  const { failed } = await runMocha({ marked: true });
  // VS Code turns a rejection into exit code 1.
  if (failed > 0) throw new Error(`${failed} failed`);
}
