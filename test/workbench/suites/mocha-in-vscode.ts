/** What VS Code loads as `extensionTestsPath`: it calls `run` in the extension host. */

import { runMocha } from './run-mocha.ts';

export async function run(): Promise<void> {
  // From now on Node reads the source maps of what it loads, for failures to be traced to the tests as written.
  process.setSourceMapsEnabled(true);
  const { failures } = await runMocha({ marked: true });
  // VS Code turns a rejection into exit code 1.
  if (failures.length > 0) throw new Error(`${failures.length} failed`);
}
