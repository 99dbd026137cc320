import { mcpServersSuite } from './node-suite.ts';
import type { Suite } from './suite.ts';
import { runRestricted, runTrusted, vscodeSuite } from './vscode-suite.ts';

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
