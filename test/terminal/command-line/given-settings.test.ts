import assert from 'node:assert/strict';
import path from 'node:path';
import { aliases } from '../../../src/terminal/command-line/aliases.ts';
import { readCommandLine } from '../../../src/terminal/command-line/options.ts';
import { readSettingsFile } from '../../../src/terminal/settings/settings-file.ts';
import type { WrittenSettings, Wrong } from '../../../src/terminal/settings/written-settings.ts';
import { tempRoot } from '../run-converse.ts';

const texts: Readonly<Record<string, string>> = { 'mine.md': 'Be brief.' };

function read(args: readonly string[], file: WrittenSettings | Wrong = new Map()) {
  return readCommandLine([...args, 'hi'], { file, readText: name => texts[name] });
}

function settingsOf(...args: Parameters<typeof read>) {
  const line = read(...args);
  assert.equal(line.kind, 'converse', JSON.stringify(line));
  return line.options.settings;
}

function complaint(...args: Parameters<typeof read>): string {
  const line = read(...args);
  return line.kind === 'wrong' ? line.message : JSON.stringify(line);
}

/** What is in a `settings.json`. */
async function fileWith(text: string) {
  await using root = await tempRoot({ 'settings.json': text });
  const file = path.join(root.path, 'settings.json');
  const found = await readSettingsFile(file);
  return { found, file };
}

describe('--set', () => {
  it('changes a setting, with a value as JSON or else as text, and the last one counts', () => {
    const settings = settingsOf([
      ...['--set', 'limits.costPerTurn=0.5', '--set', 'converser.limits.callsPerMonth=7'],
      ...['--set', 'instructions=Answer in "French".', '--set', 'localHosts=["a:1"]'],
      ...['--set', 'permissionMode=trusted', '--set', 'permissionMode=everything'],
    ]);
    assert.deepEqual(settings.limits.caps, { turn: { cost: 0.5 }, month: { calls: 7 } });
    assert.equal(settings.instructions, 'Answer in "French".');
    assert.deepEqual(settings.localHosts, ['a:1']);
    assert.equal(settings.permissionMode, 'everything');
  });

  it('comes before options of their own, and these before the file', async () => {
    const { found } = await fileWith('{ "roundLimit": 1, "localHosts": ["a"], "shell.sandbox": "off" }');
    assert.equal(settingsOf([], found).limits.rounds, 1);
    assert.equal(settingsOf(['--rounds', '2'], found).limits.rounds, 2);
    assert.equal(settingsOf(['--set', 'roundLimit=3', '--rounds', '2'], found).limits.rounds, 3);
    assert.deepEqual(settingsOf(['--local-host', 'b'], found).localHosts, ['a', 'b']);
    assert.equal(settingsOf(['--rounds', '2'], found).shell.sandbox, 'off');
  });

  it('refuses what it does not know, with the nearest that there is', () => {
    assert.equal(
      complaint(['--set', 'roundLimt=3']),
      '--set: No setting is named "roundLimt". Did you mean "roundLimit"?',
    );
    assert.equal(
      complaint(['--set', 'limits.costPerTrun=3']),
      '--set: No setting is named "limits.costPerTrun". Did you mean "limits.costPerTurn"?',
    );
    assert.equal(complaint(['--set', 'compactAt=60']), '--set: No setting is named "compactAt".');
    assert.equal(
      complaint(['--set', 'roundLimit']),
      '--set must be KEY=VALUE, such as roundLimit=10, not "roundLimit".',
    );
    assert.equal(
      complaint(['--set', 'roundLimit=many']),
      '--set roundLimit must be a whole number of at least 1, not "many".',
    );
  });
});

describe('options that stand for a setting', () => {
  it('set what the setting of VS Code sets', () => {
    const {
      permissionMode,
      questionTimeLimit,
      trustedSources,
      protectedPlaces,
      ensembles,
      shell,
      instructions,
    } = settingsOf([
      ...['--permission-mode', 'trusted', '--question-time', '2', '--trust-source', 'web:*'],
      ...['--protect', 'a/**', '--protect', '*.pem', '--enable', 'web', '--enable', 'shell'],
      ...['--sandbox', 'required', '--writable', '~/.cache', '--instructions', 'mine.md'],
    ]);
    assert.deepEqual(
      {
        permissionMode,
        questionTimeLimit,
        trustedSources,
        protectedPlaces,
        ensembles,
        instructions,
        ...shell,
      },
      {
        permissionMode: 'trusted',
        questionTimeLimit: 120_000,
        trustedSources: ['web:*'],
        protectedPlaces: ['a/**', '*.pem'],
        ensembles: { web: true, shell: true },
        instructions: 'Be brief.',
        sandbox: 'required',
        writableFolders: ['~/.cache'],
      },
    );
    assert.equal(complaint(['--instructions', 'none.md']), 'Can’t read the file none.md.');
  });

  it('open the gateway, and limit its one program', () => {
    const line = readCommandLine([
      ...['serve', '--host', '0.0.0.0', '--host-name', 'box', '--origin', 'https://app.example'],
      ...['--max-daily-cost', '0.5', '--log-content'],
    ]);
    assert.equal(line.kind, 'serve', JSON.stringify(line));
    const { reach, limits, logsContent } = line.options.settings.gateway;
    assert.deepEqual(
      [reach.at.address, reach.names, reach.origins],
      ['0.0.0.0', ['box'], ['https://app.example']],
    );
    assert.deepEqual([[...limits], logsContent], [[['terminal', { dollarsPerDay: 0.5 }]], true]);
  });

  it('have names of their own', () => {
    for (const name of Object.keys(aliases)) assert.match(name, /^[a-z-]+$/);
  });
});

describe('settings.json', () => {
  it('has the settings of VS Code, with or without their prefix, and comments', async () => {
    const { found } = await fileWith(`{
      // Mine.
      "converser.model": "ollama/qwen3",
      "modelProviders": { "ollama": {} },
      "limits.costPerDay": 2,
    }`);
    const settings = settingsOf([], found);
    assert.deepEqual(
      [settings.model, settings.modelProviders.map(({ id }) => id), settings.limits.caps],
      ['ollama/qwen3', ['ollama'], { day: { cost: 2 } }],
    );
    const line = read([], found);
    assert.equal(line.kind === 'converse' && line.options.model, 'ollama/qwen3');
  });

  it('may be missing or empty', async () => {
    assert.deepEqual(await readSettingsFile('/nowhere/settings.json'), new Map());
    assert.deepEqual((await fileWith('')).found, new Map());
  });

  for (const [text, mistake] of [
    ['{ "roundLimit": 1 "model": "" }', ':1:19: Not valid JSON: comma expected.'],
    ['{\n  "roundLimt": 1\n}', ':2:3: No setting is named "roundLimt". Did you mean "roundLimit"?'],
    ['[]', ': Must be an object, such as { "model": "ollama/qwen3" }.'],
    [
      '{\n  "limits.costPerTurn": "5"\n}',
      ':2:25: limits.costPerTurn must be a number of at least 0, not "5".',
    ],
    [
      '{ "permissions": { "clock:now": "never" } }',
      ':1:18: permissions: "clock:now" must be one of allow, ask, deny, not "never".',
    ],
  ] as const) {
    it(`keeps a run from starting where it has a mistake, as in ${text}`, async () => {
      const { found, file } = await fileWith(text);
      assert.equal(complaint([], found), file + mistake);
      assert.equal(readCommandLine(['--help'], { file: found, readText: () => undefined }).kind, 'help');
    });
  }
});
