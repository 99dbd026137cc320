import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Host } from '../../../src/converser/ground/host.ts';
import { createSystemClock } from '../../../src/converser/ground/system-ports.ts';
import { createClientKeys, keep } from '../../../src/gateway/guard/client-keys.ts';
import { type KeySource, openKeysFile } from '../../../src/terminal/keys/open-keys-file.ts';
import { createFakeHost } from '../../fakes/fake-host.ts';
import { type TempRoot, tempRoot } from '../run-converse.ts';

/** Longer than a key must be to need no warning. */
const own = (name: string) => `a-key-of-my-own-for-${name}`;

async function keysFile(text: string): Promise<TempRoot & { readonly file: string }> {
  const root = await tempRoot();
  const file = path.join(root.path, 'keys.toml');
  await writeFile(file, text, { mode: 0o600 });
  return { ...root, file };
}

async function opened(file: string, host: Pick<Host, 'clock' | 'log' | 'secrets'> = createFakeHost()) {
  const source = await openKeysFile(file, host);
  assert.ok(!('wrong' in source), 'wrong' in source ? source.wrong : '');
  const keys = createClientKeys(() => source.kept, { onDidChange: source.onDidChange });
  return { source, keys };
}

async function wrongIn(file: string): Promise<string> {
  const source = await openKeysFile(file, createFakeHost());
  assert.ok('wrong' in source);
  return source.wrong;
}

const nextChange = ({ onDidChange }: KeySource) =>
  new Promise<void>(resolve => {
    const listening = onDidChange(() => {
      listening.dispose();
      resolve();
    });
  });

/** Lets the time pass after which a change of the file must have been seen. */
async function untilRead(source: KeySource, { clock }: ReturnType<typeof createFakeHost>): Promise<void> {
  const changed = nextChange(source);
  await clock.advance(250);
  await clock.untilWaiting(50);
  await clock.advance(50);
  await changed;
}

describe('The file with the keys of several clients', () => {
  it('is given a key for each client that has none, and keeps all else', async () => {
    const text = [
      '# For the agents.',
      '',
      '[cline] # in the editor',
      'models = ["ollama/*"]',
      '',
      '["Claude Code"]',
      `key = "${own('claude')}"`,
      'dollarsPerDay = 2.5',
      '',
      '[last]',
    ].join('\n');
    await using root = await keysFile(text);
    const { source } = await opened(root.file);
    const after = await readFile(root.file, 'utf8');
    const made = [...after.matchAll(/^key = "(converser-[\w-]{43})"\r?$/gm)].map(([, key]) => key);
    assert.equal(made.length, 2);
    assert.equal(after.replaceAll(/key = "converser-[\w-]{43}"\r?\n?/g, '').trimEnd(), text.trimEnd());
    assert.equal(source.first, made[0]);
    const clients = source.kept.map(({ hash: _, ...client }) => client);
    assert.deepEqual(clients, [
      { name: 'cline', models: ['ollama/*'] },
      { name: 'Claude Code', dollarsPerDay: 2.5 },
      { name: 'last' },
    ]);
    assert.deepEqual(await readdir(root.path), ['keys.toml']);
    if (process.platform !== 'win32') assert.equal((await stat(root.file)).mode & 0o777, 0o600);
    source.dispose();
    const { source: again } = await opened(root.file);
    assert.equal(await readFile(root.file, 'utf8'), after);
    assert.equal(again.first, source.first);
    again.dispose();
  });

  it('opens the gateway for each key with the limits of its client', async () => {
    const limits = {
      models: ['a/*'],
      ensembles: ['clock'],
      bareNames: true,
      requestsPerMinute: 3,
      concurrent: 1,
      dollarsPerDay: 0.5,
    };
    const lines = Object.entries(limits).map(([name, limit]) => `${name} = ${JSON.stringify(limit)}`);
    await using root = await keysFile(['[all]', `key = "${own('all')}"`, ...lines].join('\n'));
    const { source, keys } = await opened(root.file);
    assert.deepEqual(keys.open(own('all'))?.client, { name: 'all', ...limits });
    assert.equal(keys.open('another'), undefined);
    source.dispose();
  });

  it('revokes the key of a client that is taken out, or that is given another, and of no other client', async () => {
    const host = createFakeHost();
    const entry = (name: string, key = own(name)) => `[${name}]\nkey = "${key}"\n`;
    await using root = await keysFile(entry('one') + entry('two') + entry('three'));
    const { source, keys } = await opened(root.file, host);
    const access = (name: string) => keys.open(own(name));
    const [one, two, three] = ['one', 'two', 'three'].map(access);
    // As editors do that write beside the file first.
    await writeFile(`${root.file}.new`, `${entry('one')}[two]\n`, { mode: 0o600 });
    await rename(`${root.file}.new`, root.file);
    await untilRead(source, host);
    assert.deepEqual(
      [one, two, three].map(each => each?.revoked.aborted),
      [false, true, true],
    );
    assert.deepEqual(
      ['one', 'two', 'three'].map(access).map(each => each?.client.name),
      ['one', undefined, undefined],
    );
    assert.match(await readFile(root.file, 'utf8'), /\[two\]\nkey = "converser-/);
    assert.deepEqual(host.logged, []);
    source.dispose();
  });

  it('takes other limits, and a further client, from the file while it runs', async () => {
    const host = createFakeHost();
    await using root = await keysFile(`[one]\nkey = "${own('one')}"\n`);
    const { source, keys } = await opened(root.file, host);
    const before = keys.open(own('one'));
    await writeFile(
      root.file,
      `[one]\nkey = "${own('one')}"\nconcurrent = 1\n[two]\nkey = "${own('two')}"\n`,
    );
    await untilRead(source, host);
    assert.equal(before?.revoked.aborted, false);
    assert.deepEqual(keys.open(own('one'))?.client, { name: 'one', concurrent: 1 });
    assert.equal(keys.open(own('two'))?.client.name, 'two');
    source.dispose();
    await host.clock.advance(250);
    assert.equal(host.clock.pending, 0);
  });

  it('keeps out whom it no longer names so that it can be read, and says why', async () => {
    const host = createFakeHost();
    const good = `[one]\nkey = "${own('one')}"\n[two]\nkey = "${own('two')}"\n`;
    await using root = await keysFile(good);
    const { source } = await opened(root.file, host);
    const names = () => source.kept.map(({ name }) => name);
    await writeFile(root.file, `${good}dollarsPerDay = "much"\n`);
    await untilRead(source, host);
    assert.deepEqual(names(), ['one']);
    await writeFile(root.file, `${good}[`);
    await untilRead(source, host);
    assert.deepEqual(names(), []);
    await writeFile(root.file, good);
    await untilRead(source, host);
    assert.deepEqual(names(), ['one', 'two']);
    await rm(root.file);
    await untilRead(source, host);
    assert.deepEqual(names(), []);
    const end = '\nClients whose entries can’t be read are kept out.';
    assert.equal(host.logged.length, 3);
    assert.equal(
      host.logged[0],
      `warn ${root.file}:5:17: dollarsPerDay must be a number of 0 or more. (two.dollarsPerDay)${end}`,
    );
    assert.match(host.logged[1] ?? '', /keys\.toml:5:\d+: Not valid TOML: /);
    assert.match(host.logged[2] ?? '', /keys\.toml not found\. Make it with a table for each client/);
    source.dispose();
  });

  it('is followed through a link, too', async () => {
    if (process.platform === 'win32') return;
    await using root = await keysFile(`[one]\nkey = "${own('one')}"\n`);
    const link = path.join(root.path, 'link.toml');
    await symlink(root.file, link);
    const { source, keys } = await opened(link, { ...createFakeHost(), clock: createSystemClock() });
    const access = keys.open(own('one'));
    assert.ok(access);
    const revoked = once(access.revoked, 'abort');
    await writeFile(root.file, '');
    await revoked;
    source.dispose();
  });

  it('is an error, with the place and what to do, where it can’t be used', async () => {
    const key = own('all');
    for (const [text, reason] of [
      ['', /^.*keys\.toml has no clients\. Add a table for each, such as \[cline\]\.$/],
      ['[a', /keys\.toml:1:\d+: Not valid TOML: /],
      ['cline = 1', /keys\.toml:1:1: Name each client in a table of its own, such as \[cline\]\. \(cline\)$/],
      ['[[cline]]', /keys\.toml:1:3: Name each client in a table/],
      ['["a\\nb"]', /keys\.toml:1:2: A name must have 1 to 100 characters that can be seen\./],
      [
        '[a]\ndollars_per_day = 1',
        /keys\.toml:2:1: Unknown limit "dollars_per_day"\. Did you mean "dollarsPerDay"\? \(a\.dollars_per_day\)$/,
      ],
      ['[a]\nmodels = "x"', /keys\.toml:2:10: models must be a list of strings\. \(a\.models\)$/],
      ['[a]\nbareNames = 1', /bareNames must be true or false\./],
      ['[a]\nconcurrent = -1', /concurrent must be a number of 0 or more\./],
      ['[a]\nrequestsPerMinute = inf', /requestsPerMinute must be a number of 0 or more\./],
      ['[a]\nkey = ""', /keys\.toml:2:7: The key is empty\. Delete this line to get a new key\. \(a\.key\)$/],
      ['[a]\nkey = "two words"', /The key can’t be sent: .* Delete this line to get a new key\./],
      ['[a]\nkey = 1', /The key must be a string\. Delete this line to get a new key\./],
      [
        `[a]\nkey = "${key}"\n[b]\nkey = "${key}"`,
        /keys\.toml:4:7: a has the same key\. Delete this line to get a new key\. \(b\.key\)$/,
      ],
      [
        'a = { concurrent = 1 }',
        /keys\.toml: a has no key, and none can be added as it is written\. Begin it with a line \[a\]/,
      ],
    ] as const) {
      await using root = await keysFile(text);
      assert.match(await wrongIn(root.file), reason, text);
      assert.equal(await readFile(root.file, 'utf8'), text);
    }
    await using root = await keysFile('[a]\nx = 1\ny = 2\n');
    assert.equal((await wrongIn(root.file)).split('\n').length, 2);
    assert.match(await wrongIn(root.path), /is a folder|Others can read/);
    assert.match(await wrongIn(path.join(root.path, 'gone')), /gone not found\. Make it with a table/);
    if (process.platform === 'win32') return;
    await chmod(root.file, 0o640);
    assert.equal(
      await wrongIn(root.file),
      `Others can read the keys in ${root.file}. Run: chmod 600 ${root.file}`,
    );
  });

  it('is warned about where programs could guess a key', async () => {
    const host = createFakeHost();
    await using root = await keysFile('[a]\nkey = "short"\n');
    (await opened(root.file, host)).source.dispose();
    assert.deepEqual(host.logged, [
      `warn The key of a in ${root.file} is short, so programs could guess it.`,
    ]);
  });

  it('has the keys of one run where several start together', async () => {
    await using root = await keysFile('[a]\n[b]\n');
    const hosts = Array.from({ length: 4 }, () => createFakeHost());
    const sources = await Promise.all(hosts.map(host => opened(root.file, host)));
    const written = await readFile(root.file, 'utf8');
    const keys = [...written.matchAll(/^key = "(.*)"$/gm)].map(([, key = '']) => key);
    const hashes = ['a', 'b'].map((name, at) => keep(keys[at] ?? '', { name }).hash);
    for (const [at, { source }] of sources.entries()) {
      const [first] = source.kept;
      // Another run may have been the last to write; that is noticed like any other change.
      if (first?.hash !== hashes[0]) await untilRead(source, hosts[at] ?? assert.fail());
      assert.deepEqual(
        source.kept.map(({ hash }) => hash),
        hashes,
      );
      source.dispose();
    }
  });
});
