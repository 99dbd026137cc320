import { describe, it } from 'mocha';
import { undoCommands } from './undo-commands.ts';

describe('undo of commands', () => {
  it('brings back every byte that random commands have changed', async function () {
    if (process.platform === 'win32') this.skip();
    this.timeout(120_000);
    await undoCommands(40);
  });
});
