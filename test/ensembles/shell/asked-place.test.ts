import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { askedPlace, secretNamed } from '../../../src/ensembles/shell/asked-place.ts';
import { readCommand } from '../../../src/ensembles/shell/command/command.ts';
import { createAddedPlaces } from '../../../src/ensembles/workspace/protection/added-places.ts';
import { makeTemporaryWorkspace, type TemporaryWorkspace } from '../workspace/temporary-workspace.ts';

describe('a command that names a place', () => {
  let made: TemporaryWorkspace;
  before(async () => {
    made = await makeTemporaryWorkspace({ ripgrep: false });
    await made.write('prod/a.txt', 'mine');
    await made.write('.env', 'KEY=1');
    await symlink('prod', path.join(made.root, 'innocent'));
    await symlink('.env', path.join(made.root, 'keys.txt'));
  });
  after(() => made.dispose());

  const addedPlaces = createAddedPlaces({ read: () => ['prod/**'], place: 'the setting x' });
  const asked = (args: readonly string[], cwd?: string) => {
    const command = readCommand({ program: 'cat', args });
    return askedPlace({ workspace: made.workspace, addedPlaces }, command, cwd);
  };

  it('is asked about where you have added it to the protected ones', async () => {
    const reason = 'is a protected place: it matches prod/** in the setting x.';
    assert.equal(await asked(['prod/a.txt']), `prod/a.txt ${reason}`);
    assert.equal(await asked(['--file=prod/none']), `prod/none ${reason}`);
    assert.equal(await asked(['a.txt'], 'prod'), `a.txt ${reason}`);
    assert.equal(await asked(['innocent/a.txt']), `innocent/a.txt ${reason}`);
    assert.equal(await asked([path.join(made.root, 'prod')]), `${path.join(made.root, 'prod')} ${reason}`);
  });

  it('is asked about in a line for the shell, too, whatever rule names the line', async () => {
    const lineAsked = (line: string) =>
      askedPlace({ workspace: made.workspace, addedPlaces }, readCommand({ line }), undefined);
    for (const line of ['cat prod/a.txt | wc', 'tee <x >innocent/a.txt', 'grep x "./prod/a.txt"'])
      assert.match((await lineAsked(line)) ?? '', /is a protected place: it matches prod/, line);
    assert.equal(await lineAsked('cat .env'), undefined);
  });

  it('brings what is secret, by its own name or by where a link leads', async () => {
    const secret = (command: Parameters<typeof readCommand>[0]) =>
      secretNamed({ workspace: made.workspace, addedPlaces }, readCommand(command), undefined);
    assert.equal(await secret({ program: 'cat', args: ['keys.txt'] }), 'keys.txt');
    assert.equal(await secret({ program: 'head', args: ['-n1', 'innocent/a.txt'] }), 'innocent/a.txt');
    assert.equal(await secret({ line: 'cat <prod/a.txt' }), 'prod/a.txt');
    assert.equal(await secret({ line: 'cat README.md' }), undefined);
    assert.equal(await secret({ program: 'npm', args: ['test'] }), undefined);
  });

  it('is asked about where a link leads to keys', async () => {
    assert.match(
      (await asked(['keys.txt'])) ?? '',
      /^keys\.txt leads to a protected place: \.env holds keys/,
    );
  });

  it('is not asked about elsewhere', async () => {
    assert.equal(await asked(['README.md', '-n', 'product/a.txt', 'https://prod/x']), undefined);
  });
});
