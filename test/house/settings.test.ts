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
    const own = [model, permissionMode, questionTimeLimit, mcpFiles];
    assert.deepEqual(own, ['', 'changes', 1_800_000, ['user', 'workspace']]);
    assert.deepEqual([limits.rounds, limits.caps], [25, {}]);
    assert.deepEqual({ ...shell }, { sandbox: 'auto', writableFolders: [] });
    const { startsAutomatically, port, reach, logsContent } = gateway;
    const ofGateway = [startsAutomatically, port, reach.at.address, reach.at.isOpen, logsContent];
    assert.deepEqual(ofGateway, [false, 4141, '127.0.0.1', false, false]);
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
    const reached = [at.address, names, origins];
    assert.deepEqual(reached, ['::1', ['host.docker.internal'], ['https://app.example']]);
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

  for (const [key, value, means, mistake] of [
    ['model', 7, '', ' must be a string, not 7.'],
    ['instructions', ['x'], '', ' must be a string, not ["x"].'],
    ['permissionMode', 'never', 'changes', ' must be one of everything, changes, trusted, not "never".'],
    [
      'permissions',
      { 'clock:*': 'deny', 'clock:now': 'sometimes' },
      [['clock:*', 'deny']],
      ': "clock:now" must be one of allow, ask, deny, not "sometimes".',
    ],
    ['ensembles', { a: true, b: 'no' }, { a: true }, ': "b" must be true or false, not "no".'],
    ['ensemblesFolder', 'tools', '', ' must be an absolute path, not "tools".'],
    ['localHosts', 'localhost', [], ' must be a list, not "localhost".'],
    [
      'trustedSources',
      ['web:*', 'docs'],
      ['web:*', 'docs'],
      ' must be a list, each item server:NAME, tools:server:NAME, web:HOST or tool:NAME, not "docs".',
    ],
    ['questionTimeLimit', 1_441, 1_800_000, ' must be a number from 0 to 1440, not 1441.'],
    [
      'modelOptions',
      { 'a/*': { heat: 1 }, 'b/*': { temperature: 0 } },
      { 'b/*': { temperature: 0 } },
      /^: "a\/\*": Unknown option "heat"\. Options: /,
    ],
    [
      'fallbacks',
      { '*': ['a/b', ' '] },
      { '*': ['a/b'] },
      ': "*" must be a list, each item a model such as ollama/qwen3, not " ".',
    ],
    ['modelProviders', { ollama: 7 }, [], /^: ollama: A provider’s entry must be an object/],
    ['tools', { 'a:b': { timeout: 'long' } }, new Map(), /^: "a:b"\.timeout: Must be /],
    ['mcpFiles', [], [], undefined],
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
