/** What somebody puts where Converser reads a file must neither stop it nor fill its memory. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, mkdir, open, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ofOutside } from '../../src/converser/words/labels/label.ts';
import { nodeDescriptorFiles } from '../../src/ensembles/descriptors/files/node-descriptor-files.ts';
import { readFileText } from '../../src/ensembles/mcp/export/change-file.ts';
import { createLockFiles } from '../../src/ensembles/mcp/lock/lock-file.ts';
import { folderManifests } from '../../src/ensembles/mcp/manifest/folder-manifests.ts';
import { createKeptLabels } from '../../src/ensembles/workspace/kept-labels.ts';
import { openRegular, readBytes, readRegularFileSync } from '../../src/files/read-regular-file.ts';
import { appendRecords, readRecords } from '../../src/store/records.ts';
import { readSettingsFile } from '../../src/terminal/command-line/settings-file.ts';
import { openRuleFile } from '../../src/terminal/permissions/rule-file.ts';
import { keptKey } from '../../src/terminal/state/key-file.ts';
import { openSpendingFile } from '../../src/terminal/state/spending-file.ts';
import { readState } from '../../src/terminal/state/state-file.ts';
import { terminalValues } from '../../src/terminal/terminal-values.ts';
import { eachTest } from '../ensembles/each-test.ts';
import { createTempFolder } from '../ensembles/temp-folder.ts';
import { createFakeHost } from '../fakes/fake-host.ts';
import { eachGuidedFolder } from '../instructions/guided-folder.ts';
import { runConverse } from '../terminal/run-converse.ts';

const run = promisify(execFile);

const leavesSocket = `require('node:net').createServer().listen(process.argv[1], () => process.exit())`;

const kinds: Readonly<Record<string, (file: string) => Promise<unknown>>> = {
  'a pipe': file => run('mkfifo', [file]),
  'a link to a pipe': async file => {
    await run('mkfifo', [`${file}.pipe`]);
    await symlink(`${file}.pipe`, file);
  },
  'a link to a device without an end': file => symlink('/dev/zero', file),
  'a link to a terminal': file => symlink('/dev/tty', file),
  'a folder': file => mkdir(file),
  'a socket': file => run(process.execPath, ['-e', leavesSocket, file]),
  'a file of 5 GB': async file => {
    await using handle = await open(file, 'w');
    await handle.truncate(5_000_000_000);
  },
};

const { log, clock } = createFakeHost();
const isUnread =
  /isn’t an ordinary file|is a folder|more than [\d,]+ bytes|EACCES|ENXIO|can’t be (read|used)/;
const problemOf = (read: { readonly problem?: string } | undefined) => read?.problem;

/** What each says of a file that it can't read. */
const readers: Readonly<Record<string, (file: string) => Promise<unknown>>> = {
  'a descriptor, and a manifest of servers': file => nodeDescriptorFiles.read(file).then(problemOf),
  settings: async file => JSON.stringify(await readSettingsFile(file)),
  rules: file => openRuleFile(file).catch(String),
  'the key of the gateway': async file => Object.values((await keptKey(log, file)) ?? {}).join(),
  'pins of servers': async file => JSON.stringify(await createLockFiles(clock).read(file)),
  'another program’s servers, and the keys of clients': async file =>
    Object.values(await readFileText(file)).join(),
  'a conversation': file => readRecords(file).catch(String),
};

/** These pass over it: nothing hangs on it, and the next write replaces it. */
const silent: Readonly<Record<string, (file: string) => Promise<unknown>>> = {
  state: async file => Object.keys(await readState(file)).length === 0,
  'what programs spend': async file => JSON.stringify((await openSpendingFile(log, file)).read()) === '{}',
  'what a server offered': async file =>
    (await folderManifests(path.dirname(file)).read(path.basename(file, '.json'))) === undefined,
  'variables for a server': async file => (await terminalValues([]).readText(file)) === undefined,
  'labels of texts': async file => (await createKeptLabels({ file }).of('text')) === undefined,
};

if (process.platform !== 'win32') {
  for (const [kind, make] of Object.entries(kinds)) {
    describe(`${kind} in the place of a file`, () => {
      const root = eachTest(() => createTempFolder());
      let file: string;
      beforeEach(async () => {
        file = root.file('file.json');
        await make(file);
      });

      for (const [what, read] of Object.entries(readers))
        it(`is said to be unreadable where ${what} should be`, async () => {
          assert.match(String(await read(file)), isUnread);
        });

      for (const [what, read] of Object.entries(silent))
        it(`is passed over where ${what} should be`, async () => {
          assert.equal(await read(file), true);
        });
    });
  }

  describe('what somebody puts among instructions and skills', () => {
    const make = eachGuidedFolder();
    for (const [kind, put] of Object.entries(kinds))
      it(`is left out if it is ${kind}`, async () => {
        const folder = await make({ 'CLAUDE.md': 'Be brief.\n@extra.md', '.agents/skills/a/x.py': '' });
        for (const name of ['AGENTS.md', 'extra.md', '.agents/skills/a/SKILL.md'])
          await put(path.join(folder.root, name));
        const { above = '' } = await folder.begin();
        assert.match(above, /Be brief\./);
        assert.doesNotMatch(above, /file="(AGENTS|extra)\.md"/);
        await folder.skills.refresh(new AbortController().signal);
        assert.equal(
          folder.roster.ensembles.some(({ name, invokers }) => name === 'skills' && invokers.length),
          false,
        );
      });
  });

  describe('a pipe where the terminal reads', () => {
    const root = eachTest(() => createTempFolder());
    for (const place of ['settings.json', 'permissions.json', 'approvals.json', 'launches.json'])
      it(`lets it go on or say so: ${place}`, async () => {
        await mkdir(root.file('state/converser'), { recursive: true });
        await run('mkfifo', [root.file(`state/converser/${place}`)]);
        const ran = await runConverse(['--root', root.path, '--model', 'rehearsal/rehearsal', 'hello'], {
          environment: { XDG_STATE_HOME: root.file('state') },
        });
        assert.ok(ran.code === 0 || ran.stderr.includes(place), `${ran.code}: ${ran.stderr}`);
      });
  });
}

describe('a file that grows while it is read', () => {
  const root = eachTest(() => createTempFolder());

  it('is read to its end, up to the most', async () => {
    await root.write('a', 'x'.repeat(100));
    const opened = await openRegular(root.file('a'));
    await appendFile(root.file('a'), 'y'.repeat(100_000));
    assert.equal((await opened.readAll(200_000)).length, 100_100);
    await assert.rejects(opened.readAll(50_000), /more than/);
    opened.close();
    opened.close();
  });

  it('has an end, however fast it grows', async () => {
    await root.write('a', 'x');
    const opened = await openRegular(root.file('a'));
    let isDone = false;
    const growing = (async () => {
      while (!isDone) await appendFile(root.file('a'), Buffer.alloc(1_000_000));
    })();
    await assert.rejects(
      (async () => {
        for (;;) await opened.readAll(5_000_000);
      })(),
      /more than 5,000,000 bytes/,
    );
    isDone = true;
    await growing;
    opened.close();
  });
});

describe('the reader of files that others may have made', () => {
  const root = eachTest(() => createTempFolder());

  it('follows links only where it may', async () => {
    await root.write('a', 'Hello.');
    await symlink(root.file('a'), root.file('b'));
    const most = 100;
    assert.equal(String(await readBytes(root.file('b'), { most, followsLinks: true })), 'Hello.');
    await assert.rejects(readBytes(root.file('b'), { most }), {
      message: 'it isn’t an ordinary file, but a link',
      code: 'ELOOP',
    });
    assert.equal(readRegularFileSync(root.file('b'), most), undefined);
    assert.equal(String(readRegularFileSync(root.file('b'), most, { followsLinks: true })), 'Hello.');
    assert.equal(readRegularFileSync(root.file('a'), 5), undefined);
    await assert.rejects(readBytes(root.file('c'), { most }), { code: 'ENOENT' });
  });

  it('reads what has no size, as the kernel’s files have, and leaves nothing open', async function () {
    if (process.platform !== 'linux') this.skip();
    const before = (await readdir('/proc/self/fd')).length;
    const read = await readBytes('/proc/self/status', { most: 100_000 });
    assert.match(String(read), /^Name:/);
    for (const [kind, make] of Object.entries(kinds)) {
      const file = root.file(kind);
      await make(file);
      await assert.rejects(readBytes(file, { most: 100, followsLinks: true }), kind);
      await rm(file, { recursive: true });
    }
    assert.equal((await readdir('/proc/self/fd')).length, before);
  });
});

if (process.platform !== 'win32')
  describe('appending where somebody has put a pipe', () => {
    const root = eachTest(() => createTempFolder());

    it('doesn’t wait for its reader', async () => {
      const file = root.file('pipe');
      await run('mkfifo', [file]);
      await assert.rejects(appendRecords(file, ['{}']), /ENXIO/);
      const warned: string[] = [];
      const labels = createKeptLabels({ file, log: { warn: message => warned.push(message) } });
      await labels.note('text', ofOutside('*'));
      assert.notEqual(await labels.of('text'), undefined);
      assert.match(warned.join(), /ENXIO/);
      await writeFile(root.file('plain'), '');
    });
  });
