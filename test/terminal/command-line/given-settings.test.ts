import assert from 'node:assert/strict';
import path from 'node:path';
import { aliases } from '../../../src/terminal/command-line/aliases.ts';
import { readCommandLine } from '../../../src/terminal/command-line/options.ts';
import { readSettingsFile } from '../../../src/terminal/command-line/settings-file.ts';
import type { WrittenSettings, Wrong } from '../../../src/terminal/command-line/written-settings.ts';
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
    for (const [written, wrong] of [
      ['roundLimt=3', ': No setting is named "roundLimt". Did you mean "roundLimit"?'],
      [
        'limits.costPerTrun=3',
        ': No setting is named "limits.costPerTrun". Did you mean "limits.costPerTurn"?',
      ],
      ['compactAt=60', ': No setting is named "compactAt".'],
      ['roundLimit', ' must be KEY=VALUE, such as roundLimit=10, not "roundLimit".'],
      ['roundLimit=many', ' roundLimit must be a whole number of at least 1, not "many".'],
    ] as const)
      assert.equal(complaint(['--set', written]), `--set${wrong}`);
  });
});

describe('options that stand for a setting', () => {
  it('set what the setting of VS Code sets', () => {
    const settings = settingsOf([
      ...['--permission-mode', 'trusted', '--question-time', '2', '--trust-source', 'web:*'],
      ...['--protect', 'a/**', '--protect', '*.pem', '--enable', 'web', '--enable', 'shell'],
      ...['--sandbox', 'required', '--writable', '~/.cache', '--instructions', 'mine.md'],
    ]);
    const expected = {
      permissionMode: 'trusted',
      questionTimeLimit: 120_000,
      trustedSources: ['web:*'],
      protectedPlaces: ['a/**', '*.pem'],
      ensembles: { web: true, shell: true },
      instructions: 'Be brief.',
      shell: { sandbox: 'required', writableFolders: ['~/.cache'] },
    };
    assert.deepEqual({ ...settings, ...expected }, settings);
    assert.equal(complaint(['--instructions', 'none.md']), 'Can’t read the file none.md.');
  });

  it('open the gateway, and limit its one program', () => {
    const line = readCommandLine([
      ...['serve', '--host', '0.0.0.0', '--host-name', 'box', '--origin', 'https://app.example'],
      ...['--max-daily-cost', '0.5', '--log-content'],
    ]);
    assert.equal(line.kind, 'serve', JSON.stringify(line));
    const { reach, limits, logsContent } = line.options.settings.gateway;
    const open = [reach.at.address, reach.names, reach.origins];
    assert.deepEqual(open, ['0.0.0.0', ['box'], ['https://app.example']]);
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
    const { model, modelProviders, limits } = settingsOf([], found);
    const ids = modelProviders.map(({ id }) => id);
    assert.deepEqual([model, ids, limits.caps], ['ollama/qwen3', ['ollama'], { day: { cost: 2 } }]);
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

describe('the options that cap what is spent', () => {
  const capsOf = (...args: readonly string[]) => settingsOf(args).limits.caps;

  it('are read as amounts', () => {
    assert.deepEqual(capsOf(), {});
    assert.deepEqual(capsOf('--max-tokens', '5000', '--max-requests', '3', '--max-cost', '0.50'), {
      turn: { tokens: 5000, requests: 3, cost: 0.5 },
    });
    assert.deepEqual(capsOf('--max-cost', '0'), { turn: { cost: 0 } });
  });

  it('are of a turn, a day or a month', () => {
    const turn = ['--max-calls', '7', '--max-seconds', '90'];
    const day = ['--max-cost-per-day', '5', '--max-calls-per-day', '100'];
    assert.deepEqual(capsOf(...turn, ...day, '--max-seconds-per-month', '60'), {
      turn: { calls: 7, seconds: 90 },
      day: { cost: 5, calls: 100 },
      month: { seconds: 60 },
    });
  });

  it('are rejected when they are not amounts', () => {
    for (const [option, written, shown] of [
      ['tokens', '1.5', '1.5'],
      ['tokens', 'many', '"many"'],
      ['requests', '', '""'],
      ['cost', '$5', '"$5"'],
      ['cost', 'Infinity', 'null'],
      ['cost', '-1', '-1'],
      ['calls-per-day', '1.5', '1.5'],
    ] as const) {
      const noun = option === 'cost' ? 'a number' : 'a whole number';
      const wrong = `--max-${option} must be ${noun} of at least 0, not ${shown}.`;
      assert.equal(complaint([`--max-${option}=${written}`]), wrong);
    }
  });
});

describe('options of the model on a command line', () => {
  it('are JSON or text, and fields of the body by their names', () => {
    const written = ['temperature=0.2', 'stop=["END"]', 'serviceTier=flex', 'body.top_k=5', 'body.user=a=b'];
    const options = ['--effort', 'high', ...written.flatMap(each => ['--option', each])];
    const body = { top_k: 5, user: 'a=b' };
    assert.deepEqual(settingsOf(options).modelOptions, {
      '*': { effort: 'high', temperature: 0.2, stop: ['END'], serviceTier: 'flex', body },
    });
    assert.deepEqual(settingsOf([]).modelOptions, {});
    for (const [args, wanted] of [
      [['--effort', 'high'], { effort: 'high' }],
      [[], undefined],
    ] as const) {
      const line = read(args);
      assert.deepEqual(line.kind === 'converse' && line.options.wanted, wanted);
    }
  });

  it('come before those of your settings', () => {
    const set = ['--set', 'modelOptions={"ollama/*": {"effort": "low"}}'];
    assert.deepEqual(Object.keys(settingsOf(set).modelOptions), ['ollama/*']);
    const value = { '*': { seed: 1, temperature: 1 }, 'a/*': { seed: 2 } };
    const file = new Map([['modelOptions', { value, place: 'file' }]] as const);
    assert.deepEqual(Object.entries(settingsOf(['--option', 'temperature=0'], file).modelOptions), [
      ['a/*', { seed: 2 }],
      ['*', { seed: 1, temperature: 0 }],
    ]);
  });

  it('are refused with what is right', () => {
    assert.match(complaint(['--effort', 'much']), /^--effort must be one of none, .*max, not "much"/);
    assert.match(complaint(['--option', 'temperature']), /temperature must be a number from 0 to 2, not ""/);
    assert.match(complaint(['--option', 'heat=1']), /Unknown option "heat"\. Options: /);
  });
});
