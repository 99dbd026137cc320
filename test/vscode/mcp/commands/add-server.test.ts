import assert from 'node:assert/strict';
import { commandLine, nameFrom } from '../../../../src/vscode/mcp/commands/add-server.ts';

describe('a command line for an MCP server', () => {
  it('is split into words, and keeps backslashes', () => {
    assert.deepEqual(commandLine(`npx -y "a b" 'c "d"' x="y z" C:\\dir\\run.exe`), [
      'npx',
      '-y',
      'a b',
      'c "d"',
      'x=y z',
      'C:\\dir\\run.exe',
    ]);
    assert.equal(commandLine('npx "open'), undefined);
    assert.deepEqual(commandLine('   '), []);
  });

  it('proposes a name', () => {
    const names = {
      '@modelcontextprotocol/server-memory@1.2.3': 'memory',
      'weather-mcp': 'weather',
      '/opt/Tools/My Server.py': 'my-server',
      'mcp.example.org': 'example',
      '???': 'server',
    };
    for (const [telling, name] of Object.entries(names)) assert.equal(nameFrom(telling), name);
  });
});
