import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openWorkbench, type Workbench } from '../../workbench/open-workbench.ts';
import { screenshotFailures } from '../screenshot-failures.ts';
import { testFolderServer } from './folder-server.ts';
import { testHostEnd } from './host-end.ts';
import type { McpWindow } from './mcp-window.ts';
import { pageHost, testSignIn } from './sign-in.ts';

/** One after the other in the same window, each with the servers of its own. The last part ends VS Code itself. */
describe('MCP servers in VS Code', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await openWorkbench({ namesOfThisMachine: [pageHost] });
  });

  screenshotFailures(() => workbench);

  after(() => workbench?.close());

  const opened: McpWindow = {
    workbench: () => workbench,
    async serve(servers) {
      await mkdir(path.join(workbench.folder, '.vscode'), { recursive: true });
      await writeFile(path.join(workbench.folder, '.vscode', 'mcp.json'), JSON.stringify({ servers }));
    },
  };

  describe('of a folder', () => testFolderServer(opened));
  describe('that want a sign-in', () => testSignIn(opened));
  describe('when VS Code ends', () => testHostEnd(opened));
});
