import assert from 'node:assert/strict';
import type { SettingKey } from '../../src/house/setting-keys.ts';
import { createSettings } from '../../src/house/settings.ts';

type Written = { readonly [Key in SettingKey]?: unknown };

function settingsOf(written: Written) {
  const mistakes: string[] = [];
  const settings = createSettings(
    key => written[key],
    ({ key, mistake }) => mistakes.push(key + mistake),
  );
  return { settings, mistakes };
}

describe('the settings', () => {
  it('have defaults', () => {
    const { settings, mistakes } = settingsOf({});
    const { model, permissionMode, questionTimeLimit, limits, mcpFiles, shell, gateway } = settings;
    assert.deepEqual(
      [model, permissionMode, questionTimeLimit, mcpFiles],
      ['', 'changes', 1_800_000, ['user', 'workspace']],
    );
    assert.deepEqual([limits.rounds, limits.caps], [25, {}]);
    assert.deepEqual({ ...shell }, { sandbox: 'auto', writableFolders: [] });
    const { startsAutomatically, port, reach, logsContent } = gateway;
    assert.deepEqual(
      [startsAutomatically, port, reach.at.address, reach.at.isOpen, logsContent],
      [false, 4141, '127.0.0.1', false, false],
    );
    assert.deepEqual(mistakes, []);
  });

  it('are what is written at the moment', () => {
    const written: { model?: string } = {};
    const settings = createSettings(key => (key === 'model' ? written.model : undefined));
    assert.equal(settings.model, '');
    written.model = ' ollama/qwen3 ';
    assert.equal(settings.model, 'ollama/qwen3');
  });

  it('limit every kind in every scope', () => {
    const { settings, mistakes } = settingsOf({
      'limits.costPerTurn': 0.5,
      'limits.tokensPerTurn': 0,
      'limits.requestsPerConversation': 7,
      'limits.callsPerDay': null,
      'limits.secondsPerMonth': 60,
      roundLimit: 3,
    });
    assert.deepEqual(settings.limits.caps, {
      turn: { cost: 0.5, tokens: 0 },
      conversation: { requests: 7 },
      month: { seconds: 60 },
    });
    assert.equal(settings.limits.rounds, 3);
    assert.deepEqual(mistakes, []);
  });

  it('open the gateway to whom you say', () => {
    const { settings, mistakes } = settingsOf({
      'gateway.network': {
        host: '::1',
        hostNames: ['Host.Docker.Internal', 'a:80'],
        origins: ['https://app.example', 'https://*'],
      },
    });
    const { at, names, origins } = settings.gateway.reach;
    assert.deepEqual(
      [at.address, names, origins],
      ['::1', ['host.docker.internal'], ['https://app.example']],
    );
    assert.deepEqual(mistakes, [
      'gateway.network: hostNames must be a list, each item a name without a port, such as host.docker.internal, not "a:80".',
      'gateway.network: origins must be a list, each item an origin as browsers send it, such as https://app.example, not "https://*".',
    ]);
  });

  it('let a program use nothing where its limits can’t be read', () => {
    const { settings, mistakes } = settingsOf({
      'gateway.limits': { cline: { dollarsPerDay: 2 }, aider: { dollarsPerDay: 'two' } },
    });
    assert.deepEqual(
      [...settings.gateway.limits],
      [
        ['cline', { dollarsPerDay: 2 }],
        ['aider', 'unreadable'],
      ],
    );
    assert.deepEqual(mistakes, ['gateway.limits: "aider".dollarsPerDay must be a number of 0 or more.']);
  });

  for (const { key, value, means, mistake } of [
    { key: 'model', value: 7, means: '', mistake: ' must be a string, not 7.' },
    { key: 'instructions', value: ['x'], means: '', mistake: ' must be a string, not ["x"].' },
    {
      key: 'permissionMode',
      value: 'never',
      means: 'changes',
      mistake: ' must be one of everything, changes, trusted, not "never".',
    },
    {
      key: 'permissions',
      value: { 'clock:*': 'deny', 'clock:now': 'sometimes' },
      means: [['clock:*', 'deny']],
      mistake: ': "clock:now" must be one of allow, ask, deny, not "sometimes".',
    },
    {
      key: 'ensembles',
      value: { a: true, b: 'no' },
      means: { a: true },
      mistake: ': "b" must be true or false, not "no".',
    },
    {
      key: 'ensemblesFolder',
      value: 'tools',
      means: '',
      mistake: ' must be an absolute path, not "tools".',
    },
    { key: 'localHosts', value: 'localhost', means: [], mistake: ' must be a list, not "localhost".' },
    {
      key: 'trustedSources',
      value: ['web:*', 'docs'],
      means: ['web:*', 'docs'],
      mistake: ' must be a list, each item server:NAME, web:HOST or tool:NAME, not "docs".',
    },
    {
      key: 'questionTimeLimit',
      value: 1_441,
      means: 1_800_000,
      mistake: ' must be a number from 0 to 1440, not 1441.',
    },
    {
      key: 'modelOptions',
      value: { 'a/*': { heat: 1 }, 'b/*': { temperature: 0 } },
      means: { 'b/*': { temperature: 0 } },
      mistake: /^: "a\/\*": Unknown option "heat"\. Options: /,
    },
    {
      key: 'fallbacks',
      value: { '*': ['a/b', ' '] },
      means: { '*': ['a/b'] },
      mistake: ': "*" must be a list, each item a model such as ollama/qwen3, not " ".',
    },
    {
      key: 'modelProviders',
      value: { ollama: 7 },
      means: [],
      mistake: /^: ollama: A provider’s entry must be an object/,
    },
    {
      key: 'tools',
      value: { 'a:b': { timeout: 'long' } },
      means: new Map(),
      mistake: /^: "a:b"\.timeout: Must be /,
    },
    { key: 'mcpFiles', value: [], means: [], mistake: undefined },
  ] as const) {
    it(`count ${JSON.stringify(value)} for ${key} as ${JSON.stringify(means)}, and say that once`, () => {
      const { settings, mistakes } = settingsOf({ [key]: value });
      for (const _ of [1, 2]) assert.deepEqual(settings[key], means);
      assert.equal(mistakes.length, mistake === undefined ? 0 : 1);
      if (typeof mistake === 'string') assert.equal(mistakes[0], key + mistake);
      else if (mistake !== undefined) assert.match(String(mistakes[0]).slice(key.length), mistake);
    });
  }
});
