import { describe, it } from 'mocha';
import { undoCommands } from '../ensembles/workspace/journal/commands/undo-commands.ts';

describe('undo of 1,000 random turns with commands', () => {
  it('brings back every byte of each', async function () {
    if (process.platform === 'win32') this.skip();
    this.timeout(900_000);
    await undoCommands(1000);
  });
});
