import { describe, it } from 'mocha';
import { layeredCommands } from '../ensembles/shell/sandbox/layered-commands.ts';
import { undoCommands } from '../ensembles/workspace/journal/commands/undo-commands.ts';

describe('undo of 1,000 random turns with commands', () => {
  it('brings back every byte of each', async function () {
    if (process.platform === 'win32') this.skip();
    this.timeout(900_000);
    await undoCommands(1000);
  });

  it('and of each in the sandbox, which does what the same commands do without, but for what is protected', async function () {
    if (process.platform !== 'linux') this.skip();
    this.timeout(1_800_000);
    await layeredCommands(1000);
  });
});
