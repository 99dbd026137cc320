import assert from 'node:assert/strict';
import { presets } from '../../../src/providers/configured/presets.ts';
import { helpOf } from '../../../src/terminal/command-line/help-text.ts';
import { readCommandLine } from '../../../src/terminal/command-line/options.ts';

function optionsOf(...args: readonly string[]) {
  const read = readCommandLine([...args, '--model', 'm', 'hello']);
  assert.equal(read.kind, 'converse', JSON.stringify(read));
  return read.options;
}

function complaint(...args: readonly string[]): string {
  const read = readCommandLine(args);
  assert.equal(read.kind, 'wrong', args.join(' '));
  assert.doesNotMatch(read.message, /\n/);
  return read.message;
}

function complains(line: string, reason: RegExp): void {
  assert.match(complaint(...line.split(' ')), reason, line);
}

describe('A mistake on the command line', () => {
  it('is explained in one line', () => {
    assert.match(complaint(), /^The question is missing\./);
    for (const time of ['-1', '', 'soon', '1441'])
      complains(`--question-time=${time} hi`, /^--question-time must be a number from 0 to 1440, not /);
    complains('--nope hi', /^Unknown option '--nope'\. See converse --help\.$/);
    complains('--model', /--model/);
    complains('--rounds many hi', /^--rounds must be a whole number/);
    complains('--tools magic hi', /^--tools must be one of/);
    complains('--auxdata 17 hi', /^--auxdata must be a JSON object/);
    complains('serve --auxdata {}', /^--auxdata doesn’t go with serve/);
    complains('instructions --model x', /^--model doesn’t go with instructions/);
    complains('permissions please', /^permissions takes no question\. Remove "please"\./);
    complains('permissions --allow x', /^--allow doesn’t go with permissions\./);
    complains('--revoke x hi', /^--revoke goes with permissions/);
  });
});

describe('Help', () => {
  const commands = [undefined, 'serve', 'mcp', 'doctor', 'undo', 'permissions', 'instructions'] as const;

  it('fits one screen, for all and for each command', () => {
    for (const command of commands) {
      const args = command === undefined ? ['--help'] : [command, '--help'];
      const read = readCommandLine(args);
      assert.equal(read.kind, 'help');
      const lines = read.text.split('\n');
      assert.ok(lines.length <= 41, `${command}: ${lines.length} lines`);
      assert.ok(lines.every(line => line.length <= 120));
      assert.match(read.text, new RegExp(`^Usage: converse ${command ?? ''}`));
    }
  });

  it('names only options that there are', () => {
    for (const command of commands) {
      for (const [option] of helpOf(command).matchAll(/(?<=^| )--[a-z-]+/gm)) {
        const tried = readCommandLine([...(command === undefined ? [] : [command]), option, 'x', '--help']);
        assert.equal(tried.kind, 'help', `${command}: ${option}`);
      }
    }
  });
});

describe('The server that the command line names', () => {
  it('may be any well-known one, by its id', () => {
    for (const { id, baseUrl, example, keyVariable } of presets) {
      const address = example === undefined ? [] : ['--base-url', example];
      const { server, model } = optionsOf('--provider', id, ...address);
      assert.equal(model, `${id}/m`);
      assert.equal(server?.baseUrl, baseUrl ?? example);
      assert.equal(server?.keyVariable, keyVariable);
      assert.ok(helpOf(undefined).includes(id), `${id} is not in the help`);
    }
  });

  it('speaks Chat Completions at an address of its own, and Responses when asked to', () => {
    const url = 'http://127.0.0.1:1/v1';
    assert.equal(optionsOf('--provider', 'openai').server?.kind, 'openai-responses');
    assert.equal(optionsOf('--provider', 'openai', '--base-url', url).server?.kind, 'openai');
    const place = ['--provider', 'openai-responses', '--base-url', url];
    const { server, model } = optionsOf(...place, '--key-env', 'A_KEY');
    const known = [server?.kind, server?.baseUrl, server?.keyVariable];
    assert.deepEqual(known, ['openai-responses', url, 'A_KEY']);
    assert.equal(model, 'openai-responses/m');
  });

  it('gives its models tools as --tools says', () => {
    const { server, tools } = optionsOf('--provider', 'ollama', '--tools', 'contract');
    assert.equal(tools, 'contract');
    assert.deepEqual(server?.models, { '*': { tools: 'contract' } });
  });

  it('is rejected with the reason', () => {
    complains('--provider nobody --model m hello', /--provider must be one of anthropic, openai/);
    complains('--provider ollama hello', /needs --model/);
    complains('--provider openai hello', /needs --model/);
    complains('--provider azure --model m hello', /--base-url: .*NAME\.openai\.azure\.com/);
    complains('--provider openai --model m --base-url ftp://x hello', /--base-url: .*http/);
    complains('--provider openai --model m --key-env a-b hello', /--key-env: .*variable/);
    complains('--base-url http://127.0.0.1/v1 hello', /need --provider/);
  });
});

describe('mcp on the command line', () => {
  it('takes what serve takes, but for what a door on the network needs', () => {
    const read = readCommandLine(['mcp', '--root', '/r', '--allow', 'a:*', '--model', 'p/m', '--trust']);
    assert.equal(read.kind, 'mcp');
    const { roots, allow, model, trust } = read.options;
    assert.deepEqual([roots, allow, model, trust], [['/r'], ['a:*'], 'p/m', true]);
    complains('mcp hi', /^mcp takes no question/);
    complains('mcp --json', /^--json doesn’t go with mcp/);
    complains('mcp --port 1', /^--port goes with serve/);
  });
});

describe('doctor on the command line', () => {
  it('takes what serve takes, and --json', () => {
    const read = readCommandLine(['doctor', '--port', '4100', '--keys', 'k.toml', '--json']);
    assert.equal(read.kind, 'doctor', JSON.stringify(read));
    const { settings, keysFile, json } = read.options;
    assert.deepEqual([settings.gateway.port, keysFile, json], [4100, 'k.toml', true]);
    complains('doctor --check', /^--check doesn’t go with doctor\. Remove one of them\.$/);
    complains('doctor me', /^doctor takes no question/);
  });
});

describe('serve on the command line', () => {
  function served(...args: readonly string[]) {
    const read = readCommandLine(['serve', ...args]);
    assert.equal(read.kind, 'serve', JSON.stringify(read));
    return read.options;
  }

  it('needs no model, and names those that it is given after their provider', () => {
    const { settings, model } = served();
    assert.deepEqual([settings.gateway.port, model, settings.fallbacks], [0, undefined, {}]);
    const full = served(
      ...['--port', '4100', '--provider', 'ollama', '--model', 'a', '--fallback', 'b', '--fallback', 'c'],
      ...['--tools', 'contract', '--rounds', '3', '--allow', 'clock:*', '--key-file', 'key'],
    );
    const { model: named, tools, allow, keyFile } = full;
    assert.deepEqual([named, tools, allow, keyFile], ['ollama/a', 'contract', ['clock:*'], 'key']);
    const { gateway, fallbacks, limits } = full.settings;
    assert.deepEqual([gateway.port, fallbacks, limits.rounds], [4100, { '*': ['ollama/b', 'ollama/c'] }, 3]);
    assert.deepEqual(full.server?.models, { '*': { tools: 'contract' } });
  });

  it('is told from a question by its place', () => {
    assert.equal(readCommandLine(['please', 'serve']).kind, 'converse');
    complains('serve me tea', /^serve takes no question\. Remove "me tea"\.$/);
    complains('--port 1 hi', /^--port goes with serve/);
    complains('mcp --fallback m', /^--fallback doesn’t go with mcp/);
    complains('--key-file f hi', /^--key-file goes with serve/);
    complains('--keys f hi', /^--keys goes with serve/);
    complains('--host :: hi', /^--host goes with serve/);
    complains('mcp --origin https://a.example', /^--origin goes with serve/);
  });

  it('refuses what it cannot do', () => {
    for (const port of ['65536', '-1', '1.5', 'http', ''])
      complains(`serve --port=${port}`, /^--port must be a whole number from 0 to 65535/);
    for (const option of ['--check', '--json', '--verify-lock', '--accept-lock'])
      complains(`serve ${option}`, new RegExp(`^${option} doesn’t go with serve\\. Remove one of them\\.$`));
    assert.equal(served('--keys', 'keys.toml').keysFile, 'keys.toml');
    complains(
      'serve --keys a.toml --key-file b',
      /^--key-file doesn’t go with --keys\. Remove one of them\.$/,
    );
    complains(
      'serve --keys a.toml --max-daily-cost 1',
      /^--max-daily-cost doesn’t go with --keys\. Write dollarsPerDay for each client in a\.toml\.$/,
    );
    complains('serve --rounds 0', /^--rounds must be/);
    complains('serve --tools magic', /^--tools must be one of/);
    complains('serve --max-daily-cost much', /^--max-daily-cost: "terminal"\.dollarsPerDay must be a number/);
    complains('serve --host a:80', /^--host: host must be an address .*, not "a:80"\.$/);
    complains(
      'serve --host-name a:80',
      /^--host-name: hostNames must be a list, each item a name without a port/,
    );
    complains(
      'serve --origin *',
      /^--origin: origins must be a list, each item an origin as browsers send it/,
    );
  });
});
