// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how placeholders are written.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ConverserError } from '../../../../src/converser/ground/errors.ts';
import { textOfFile } from '../../../../src/converser/words/workspace/decode-file.ts';
import { replacePlaceholders } from '../../../../src/ensembles/mcp/definition/placeholders.ts';
import type {
  InputDefinition,
  ServerDefinition,
  StdioServer,
} from '../../../../src/ensembles/mcp/definition/server-definition.ts';
import { fillInValues } from '../../../../src/ensembles/mcp/definition/substitute-values.ts';
import type { CoversVariable, Values } from '../../../../src/ensembles/mcp/definition/values.ts';
import { noTexts } from '../../../fakes/encoded.ts';
import { aServer, someValues } from '../example-definition.ts';

const { signal } = new AbortController();

async function fill(definition: ServerDefinition, more?: Partial<Values>) {
  const { transport } = await fillInValues(definition, { values: someValues(more), signal });
  return transport;
}

async function program(definition: ServerDefinition, more?: Partial<Values>): Promise<StdioServer> {
  const transport = await fill(definition, more);
  assert(transport.kind === 'stdio');
  return transport;
}

async function complaint(definition: ServerDefinition, more?: Partial<Values>): Promise<string> {
  const cause: unknown = await fill(definition, more).catch((thrown: unknown) => thrown);
  assert(cause instanceof ConverserError);
  assert.equal(cause.code, 'server-misdescribed');
  return cause.message;
}

describe('The values of a server', () => {
  it('replace the placeholders everywhere in a program’s definition', async () => {
    const definition = aServer({
      command: '${userHome}/bin/weather',
      args: ['--root=${workspaceFolder}', '${workspaceFolder:other}${/}x', '${workspaceFolderBasename}'],
      env: {
        A: '${env:TOKEN}',
        B: 'Bearer ${secret:weather}',
        C: '${env:NOBODY:-a:-b}',
        D: '${env:NOBODY:-}',
      },
      cwd: 'sub',
    });
    assert.deepEqual(await fill(definition), {
      kind: 'stdio',
      command: '/home/ada/bin/weather',
      args: ['--root=/ws', '/other/x', 'ws'],
      env: { A: 'of-env', B: 'Bearer s3cr3t', C: 'a:-b', D: '' },
      cwd: '/ws/sub',
    });
  });

  it('replace the placeholders in addresses and headers', async () => {
    const definition = aServer({
      kind: 'http',
      url: 'https://${env:TOKEN}.example/mcp',
      headers: { Authorization: 'Bearer ${secret:weather}' },
    });
    assert.deepEqual(await fill(definition), {
      kind: 'http',
      url: 'https://of-env.example/mcp',
      headers: { Authorization: 'Bearer s3cr3t' },
    });
  });

  it('come from a secret of that name where an environment variable without a default is not set', async () => {
    const definition = aServer({ args: ['${env:NOBODY}', '${env:TOKEN}', '${env:EMPTY:-none}'] });
    const transport = await program(definition, { secret: async name => `secret ${name}` });
    assert.deepEqual(transport.args, ['secret NOBODY', 'of-env', 'none']);
  });

  it('are not searched for placeholders themselves', async () => {
    const definition = aServer({ args: ['${secret:weather}'] });
    const transport = await program(definition, { secret: async () => '${env:TOKEN} $${x}' });
    assert.deepEqual(transport.args, ['${env:TOKEN} $${x}']);
  });

  it('leave what is escaped with two dollar signs', async () => {
    const transport = await program(aServer({ command: 'sh', args: ['-c', 'echo $${HOME} $HOME $$'] }));
    assert.deepEqual(transport.args, ['-c', 'echo ${HOME} $HOME $$']);
  });

  it('start a server in its own folder by default', async () => {
    assert.equal((await program(aServer())).cwd, '/ws');
  });

  it('start a server of your own in the first trusted folder, or else in your home folder', async () => {
    const { folder: _, ...definition } = aServer({}, { origin: 'user' });
    const placeOf = async (folders?: Values['folders']) => {
      return (await program(definition, folders && { folders })).cwd;
    };
    assert.equal(await placeOf(), '/ws');
    assert.equal(await placeOf([]), '/home/ada');
  });

  it('say what to do if there is no folder', async () => {
    const { folder: _, ...definition } = aServer({ args: ['${workspaceFolder}'] }, { origin: 'user' });
    assert.match(await complaint(definition, { folders: [] }), /has no value\. Open a folder\.$/);
    const untrusted = await complaint(definition, { folders: [], howToOpen: 'Trust the workspace.' });
    assert.match(untrusted, /has no value\. Trust the workspace\.$/);
  });

  it('expand a tilde to the home folder', async () => {
    const transport = await program(aServer({ command: '~/bin/weather', cwd: '~', args: ['~/a'] }));
    const { command, cwd, args } = transport;
    assert.deepEqual([command, cwd, args], ['/home/ada/bin/weather', '/home/ada', ['~/a']]);
  });

  const unset = (name: string) =>
    `Set the environment variable ${name} and start again, or give a default: \${env:${name}:-something}.`;
  const shell =
    'For the environment variable, write ${env:API_KEY}. For the literal text, write $${API_KEY}.';
  const unknown =
    'Use ${env:NAME}, ${secret:key}, ${input:id}, ${workspaceFolder}, ${workspaceFolder:name}, ${userHome} or ${pathSeparator}. For the literal text, write $${config:editor.tabSize}.';
  for (const [what, arg, told] of [
    ['an environment variable that is not set', '${env:NOBODY}', unset('NOBODY')],
    ['an environment variable that is empty', '${env:EMPTY}', unset('EMPTY')],
    ['a secret that is not set', '${secret:rain}', 'Set the secret "rain" with “Converser: Set Secret…”.'],
    ['a folder that is not open', '${workspaceFolder:moon}', 'No open folder is named "moon".'],
    ['a variable of a shell', '${API_KEY}', shell],
    ['a placeholder that does not exist', '${config:editor.tabSize}', unknown],
  ] as const) {
    it(`name the place that lacks one if there is ${what}`, async () => {
      const expected = `args[1] of MCP server weather: ${arg} has no value. ${told}`;
      assert.equal(await complaint(aServer({ args: ['-y', arg] })), expected);
    });
  }

  it('name the header or variable that lacks one', async () => {
    const headers = { Authorization: '${secret:rain}' };
    const remote = aServer({ kind: 'http', url: 'https://a', headers });
    assert.match(await complaint(remote), /^headers\.Authorization of/);
    assert.match(await complaint(aServer({ env: { KEY: '${secret:rain}' } })), /^env\.KEY of/);
  });

  it('do not guess among several folders', async () => {
    const { folder: _, ...anywhere } = aServer({ args: ['${workspaceFolder}'] });
    assert.match(await complaint(anywhere), /Name one of the open folders, as in \$\{workspaceFolder:ws\}/);
    const folders = [{ name: 'only', path: '/only' }];
    const transport = await program(anywhere, { folders });
    assert.deepEqual(transport.args, ['/only']);
    assert.match(await complaint(anywhere, { folders: [] }), /Open a folder/);
  });

  it('come from you for inputs, unless you dismiss the question', async () => {
    const input: InputDefinition = { id: 'key', description: 'API Key', password: true };
    const definition = aServer({ env: { KEY: '${input:key}' } }, { inputs: [input] });
    const asked: unknown[] = [];
    const transport = await program(definition, {
      input: async (wanted, { definition: of }) => {
        asked.push([wanted, of.name]);
        return 'mine';
      },
    });
    assert.deepEqual(transport.env, { KEY: 'mine' });
    assert.deepEqual(asked, [[input, 'weather']]);
    assert.match(await complaint(definition, { input: async () => undefined }), /You didn’t enter it/);
    const { inputs: _, ...undescribed } = definition;
    const wanted: InputDefinition[] = [];
    await fill(undescribed, { input: async each => `answer ${wanted.push(each)}` });
    assert.deepEqual(wanted, [{ id: 'key', description: 'key', password: true }]);
  });

  it('come from an envFile, too, and are overridden by those of the definition', async () => {
    const files: Record<string, string> = { '/ws/.env': 'A=1\nexport B="two words" # both\nC=3\n' };
    const definition = aServer({ envFile: '${workspaceFolder}/.env', env: { C: 'mine' } });
    const transport = await program(definition, { readText: async file => files[file] });
    assert.deepEqual(transport.env, { A: '1', B: 'two words', C: 'mine' });
    assert.equal(transport.envFile, undefined);
    assert.equal(
      await complaint(definition),
      'envFile of MCP server weather: The file /ws/.env doesn’t exist or can’t be read.',
    );
  });

  it('name the envFile that is no text', async () => {
    const readText = async (file: string) => textOfFile(file, noTexts['Windows-1252']);
    assert.equal(
      await complaint(aServer({ envFile: '${workspaceFolder}/.env' }), { readText }),
      'envFile of MCP server weather: "/ws/.env" can’t be read as text: it isn’t valid UTF-8 or UTF-16. Save it as UTF-8.',
    );
  });

  it('steer no programs through an envFile of a folder that you did not approve', async () => {
    const readText = async () => 'node_options=--require=./evil.js\n';
    const ofFolder = aServer({ envFile: '.env' });
    const ofPerson = aServer({ envFile: '${workspaceFolder:other}/.env' }, { origin: 'user' });
    for (const definition of [ofFolder, ofPerson]) {
      assert.match(
        await complaint(definition, { readText }),
        /sets node_options, which can make programs load other code\. .*in the server’s env instead/,
      );
    }
    const own = await program(aServer({ envFile: '~/weather.env' }, { origin: 'user' }), { readText });
    assert.deepEqual(own.env, { node_options: '--require=./evil.js' });
  });

  it('steer programs through an envFile of a folder as you approved, but not through one of your own definitions', async () => {
    const values = someValues({ readText: async () => 'NODE_OPTIONS=--inspect\n' });
    const covers: CoversVariable = (_, { name, value }) => name === 'NODE_OPTIONS' && value === '--inspect';
    const filled = await fillInValues(aServer({ envFile: '.env' }), { values, signal, covers });
    assert.deepEqual(filled.transport.kind === 'stdio' && filled.transport.env, {
      NODE_OPTIONS: '--inspect',
    });
    const own = aServer({ envFile: '/ws/.env' }, { origin: 'user' });
    await assert.rejects(fillInValues(own, { values, signal, covers }), /sets NODE_OPTIONS/);
    const changed = someValues({ readText: async () => 'NODE_OPTIONS=--require=./evil.js\n' });
    const approved = aServer({ envFile: '.env' });
    await assert.rejects(
      fillInValues(approved, { values: changed, signal, covers }),
      /Start the server again/,
    );
  });

  it('may load other code if the definition says so, whatever an envFile says', async () => {
    const readText = async () => 'NODE_OPTIONS=--require=./evil.js\n';
    const transport = await program(
      aServer({ envFile: '.env', env: { NODE_OPTIONS: '--require ./mine.js' } }),
      {
        readText,
      },
    );
    assert.deepEqual(transport.env, { NODE_OPTIONS: '--require ./mine.js' });
  });

  const loading =
    'JDK_JAVA_OPTIONS GIT_SSH_COMMAND HOME GEM_PATH OPENSSL_CONF YARN_RC_FILENAME BUN_OPTIONS LD_PRELOAD Path npm_config_registry UV_INDEX_URL GOPROXY';
  for (const name of loading.split(' ')) {
    it(`are not taken from a folder's envFile if ${name} steers programs`, async () => {
      const readText = async () => `${name}=x\n`;
      assert.match(
        await complaint(aServer({ envFile: '.env' }), { readText }),
        new RegExp(`sets ${name}, which can `),
      );
    });
  }

  it('are taken from a folder’s envFile if they are ordinary', async () => {
    const usual = 'API_KEY AWS_REGION DATABASE_URL GITHUB_TOKEN GIT_TOKEN NODE_ENV PORT'.split(' ');
    const readText = async () => usual.map(name => `${name}=x\n`).join('');
    const transport = await program(aServer({ envFile: '.env' }), { readText });
    assert.deepEqual(Object.keys(transport.env).sort(), usual);
  });

  it('make no address of another kind and no header with a line break, and the error quotes neither', async () => {
    const secret = async () => 'file:///etc/s3cr3t\r\nX: y';
    const url = await complaint(aServer({ kind: 'http', url: '${secret:u}', headers: {} }), { secret });
    const header = await complaint(
      aServer({ kind: 'http', url: 'https://a', headers: { K: '${secret:k}' } }),
      { secret },
    );
    assert.match(url, /^url of MCP server weather: It must begin with/);
    assert.match(header, /^headers\.K of MCP server weather: It contains a line break/);
    assert.doesNotMatch(url + header, /s3cr3t/);
  });

  it('replace exactly their placeholders, whatever surrounds them', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', '$', '{', '}', ':', '\\', '\n') });
    await fc.assert(
      fc.asyncProperty(text, text, async (before, value) => {
        // What ends in a dollar would make the placeholder a literal one.
        const clean = `${before.replaceAll(/\$+\{/g, '')}.`;
        assert.equal(await replacePlaceholders(`${clean}\${x}|`, () => value), `${clean}${value}|`);
      }),
    );
  });
});
