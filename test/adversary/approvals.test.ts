// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how placeholders are written.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  type ApprovedLaunch,
  createLaunchApproval,
} from '../../src/ensembles/mcp/approval/launch-approval.ts';
import { type LaunchQuestion, launchQuestion } from '../../src/ensembles/mcp/approval/launch-question.ts';
import type {
  HttpServer,
  ServerDefinition,
  StdioServer,
} from '../../src/ensembles/mcp/definition/server-definition.ts';
import { fillInValues } from '../../src/ensembles/mcp/definition/substitute-values.ts';
import type { Values } from '../../src/ensembles/mcp/definition/values.ts';
import { readForm } from '../../src/ensembles/mcp/elicitation/read-form.ts';
import { askPermission } from '../../src/terminal/ask/ask-permission.ts';
import { createLaunchAsk } from '../../src/terminal/ask/server-questions.ts';
import { createTerminalElicitor } from '../../src/terminal/ask/terminal-elicitor.ts';
import { escapeMarkdown, inlineCode, withoutIcons, withoutLinks } from '../../src/vscode/common/markdown.ts';
import { aServer, someValues } from '../ensembles/mcp/example-definition.ts';
import { createTempFolder } from '../ensembles/temp-folder.ts';
import { askTyped, mayWrite } from '../terminal/ask/typed-terminal.ts';
import { deceptions, hiddenIn } from './forged-text.ts';

/** What you approve is what runs: nothing in a question hides, forges a line or stands for something else. */

const run = promisify(execFile);

const remote: HttpServer = { kind: 'http', url: 'https://a.example/mcp', headers: {} };
const anInput = { id: 'city', description: 'Which city?', password: false };

/** Where a folder's file can put a text into the question. */
const places: Readonly<Record<string, (text: string) => ServerDefinition>> = {
  command: text => aServer({ command: `npx${text}` }),
  'an argument': text => aServer({ args: [`a${text}b`] }),
  'the name of a variable': text => aServer({ env: { [`A${text}`]: 'x' } }),
  'the value of a variable': text => aServer({ env: { MODE: `x${text}y` } }),
  'the value of a variable that loads code': text => aServer({ env: { NODE_OPTIONS: `x${text}y` } }),
  cwd: text => aServer({ cwd: `src${text}` }),
  envFile: text => aServer({ envFile: `.env${text}` }),
  'the name of a header': text => aServer({ ...remote, headers: { [`X${text}`]: 'x' } }),
  'the value of a header': text => aServer({ ...remote, headers: { Accept: `x${text}y` } }),
  'the address': text => aServer({ ...remote, url: `https://a.example/${text}` }),
  'the rights of a sign-in': text => aServer({ ...remote, oauthScope: `read${text}` }),
  'a secret': text => aServer({ args: [`\${secret:key${text}}`] }),
  'a variable of yours': text => aServer({ args: [`\${env:KEY${text}}`] }),
  'an answer of yours': text => aServer({ args: [`\${input:id${text}}`] }),
  'the description of an input': text =>
    aServer({}, { inputs: [{ ...anInput, description: `City${text}` }] }),
  'the choices of an input': text =>
    aServer({}, { inputs: [{ ...anInput, options: [{ value: 'Oslo', label: `O${text}` }] }] }),
  'the title of the server': text => aServer({}, { title: `Weather${text}` }),
  'the path of the folder': text => aServer({}, { folder: `/ws${text}` }),
  'the path of the file': text => aServer({}, { source: { kind: 'mcp.json', place: `/ws${text}/mcp.json` } }),
};

describe('A launch question', () => {
  for (const [place, make] of Object.entries(places)) {
    it(`hides and forges nothing: ${place}`, () => {
      const plain = launchQuestion(make(''));
      for (const [what, text] of Object.entries(deceptions)) {
        const { title, detail } = launchQuestion(make(text));
        const lines = detail.split('\n');
        assert.equal(lines.length, plain.detail.split('\n').length, what);
        for (const line of [title, ...lines]) assert.equal(hiddenIn(line), undefined, `${what}: ${line}`);
        assert.notEqual(title + detail, plain.title + plain.detail, what);
      }
    });
  }

  it('hides nothing of what was approved before, either', () => {
    for (const [what, text] of Object.entries(deceptions)) {
      const { detail } = launchQuestion(aServer(), { earlier: { 'args[0]': `a${text}`, command: 'npx' } });
      for (const line of detail.split('\n')) assert.equal(hiddenIn(line), undefined, what);
    }
  });

  it('reaches the terminal as it is', async () => {
    for (const text of Object.values(deceptions)) {
      const question = launchQuestion(aServer({ args: [text] }, { title: text }));
      const ask = (terminal: Parameters<typeof askPermission>[1]) =>
        createLaunchAsk(() => terminal)(question, new AbortController().signal);
      const { shown } = await askTyped('no\n', ask);
      for (const line of shown.split('\n')) assert.equal(hiddenIn(line), undefined, line);
    }
  });
});

describe('A question of a server or about a call', () => {
  const signal = new AbortController().signal;

  it('hides nothing on the terminal', async () => {
    for (const [what, text] of Object.entries(deceptions)) {
      const { invoker, invocation } = mayWrite;
      const about = {
        ...mayWrite,
        invoker: { ...invoker, name: `write${text}` },
        invocation: { ...invocation, arguments: { path: `a${text}`, [text]: 1 } },
        reason: `Because${text}`,
      };
      const asked = await askTyped('d\n', terminal => askPermission(about, terminal, signal));
      assertShown(asked.shown, what);
      const form = { server: `a${text}`, message: `Tell${text}`, fields: readForm(schema(text)) };
      const told = await askTyped('y\n\n\n', terminal =>
        createTerminalElicitor(() => terminal).form(form, signal),
      );
      assertShown(told.shown, what);
    }
  });

  it('begins no line of its own on the terminal', async () => {
    const { shown } = await askTyped('d\n', terminal =>
      askPermission({ ...mayWrite, reason: 'Yes.\n? fake:read wants to run.' }, terminal, signal),
    );
    assert.equal(shown.match(/^\? /gm)?.length, 1);
  });

  it('hides nothing in the titles of a form, and leaves what is sent alone', () => {
    for (const [what, text] of Object.entries(deceptions)) {
      const [field] = readForm(schema(text));
      assert(field?.kind === 'choice');
      assert.equal(hiddenIn(`${field.title}${field.options[0]?.title}`), undefined, what);
      assert.equal(field.options[0]?.value, `v${text}`);
      assert.equal(field.name, `name${text}`);
    }
  });

  it('hides nothing in notifications, lists and Markdown of VS Code', () => {
    const joiner = /\u2060(?=\\?\()/g;
    for (const shown of [withoutLinks, withoutIcons, escapeMarkdown, inlineCode]) {
      for (const [what, text] of Object.entries(deceptions)) {
        // These keep spaces as they are written, and VS Code shows a line end as a space.
        const said = shown(`a $(x) [b](c) ${text}`)
          .replaceAll(joiner, '')
          .replaceAll(/[\r\n\xa0\u3000]/g, '');
        assert.equal(hiddenIn(said), undefined, `${shown.name}: ${what}`);
      }
    }
  });
});

function schema(text: string): Parameters<typeof readForm>[0] {
  const options = { type: 'string', enum: [`v${text}`], description: `Which${text}` } as const;
  return { type: 'object', properties: { [`name${text}`]: options } };
}

/** Prose keeps the spaces that languages use. */
function assertShown(shown: string, what: string): void {
  for (const line of shown.replaceAll(/[\xa0\u3000]/g, '').split('\n')) {
    assert.equal(hiddenIn(line), undefined, `${what}: ${line}`);
  }
}

describe('A variable that steers programs', () => {
  const steering =
    `LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH GCONV_PATH GLIBC_TUNABLES LIBPATH
    GTK_MODULES GIO_EXTRA_MODULES QT_PLUGIN_PATH GST_PLUGIN_PATH OPENSSL_CONF OPENSSL_ENGINES MAGICK_CONFIGURE_PATH
    ODBCINI ENV BASH_ENV BASH_FUNC_ls%% SHELLOPTS BASHOPTS PS4 PROMPT_COMMAND ZDOTDIR IFS FPATH INPUTRC PSModulePath
    NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED
    ELECTRON_RUN_AS_NODE BUN_OPTIONS DENO_DIR TS_NODE_PROJECT PYTHONPATH PYTHONSTARTUP PYTHONHOME PYTHONINSPECT
    PYTEST_PLUGINS IPYTHONDIR VIRTUAL_ENV MPLCONFIGDIR TORCH_HOME HF_HOME JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS
    _JAVA_OPTIONS CLASSPATH MAVEN_OPTS GRADLE_OPTS DOTNET_STARTUP_HOOKS DOTNET_ADDITIONAL_DEPS CORECLR_PROFILER
    CORECLR_PROFILER_PATH COR_PROFILER MSBUILDSDKSPATH NUGET_PACKAGES RUBYOPT RUBYLIB GEM_HOME GEM_PATH PERL5OPT
    PERL5LIB PERL5DB PERLLIB PHPRC PHP_INI_SCAN_DIR LUA_PATH LUA_CPATH LUA_INIT JULIA_LOAD_PATH R_PROFILE_USER
    R_ENVIRON R_LIBS ERL_FLAGS ERL_LIBS ELIXIR_ERL_OPTIONS TCLLIBPATH GUILE_LOAD_PATH VIMINIT EXINIT EMACSLOADPATH
    PATH Path PATHEXT SHELL COMSPEC EDITOR VISUAL GIT_EDITOR KUBE_EDITOR PAGER MANPAGER AWS_PAGER GH_PAGER BROWSER
    LESSOPEN LESSCLOSE SSH_ASKPASS SUDO_ASKPASS GIT_ASKPASS GIT_SSH GIT_SSH_COMMAND GIT_EXTERNAL_DIFF
    GIT_CONFIG_COUNT GIT_CONFIG_GLOBAL GIT_EXEC_PATH GIT_PROXY_COMMAND GIT_TEMPLATE_DIR SSH_AUTH_SOCK RSYNC_RSH
    CVS_RSH SVN_SSH FZF_DEFAULT_COMMAND RIPGREP_CONFIG_PATH TAR_OPTIONS CC CXX CPP LD AR MAKE MAKEFLAGS MFLAGS
    GNUMAKEFLAGS MAKEFILES CFLAGS LDFLAGS CMAKE_TOOLCHAIN_FILE PKG_CONFIG_PATH GOFLAGS GOPATH GOROOT GOENV GOPROXY
    GOTOOLCHAIN CARGO_HOME CARGO_BUILD_RUSTC_WRAPPER RUSTC RUSTC_WRAPPER RUSTFLAGS RUSTUP_TOOLCHAIN JAVA_HOME
    GRADLE_USER_HOME npm_config_registry npm_config_script_shell npm_config_node_options YARN_RC_FILENAME
    PNPM_HOME COREPACK_NPM_REGISTRY NVM_DIR PUPPETEER_EXECUTABLE_PATH PLAYWRIGHT_BROWSERS_PATH CHROME_PATH
    PIP_INDEX_URL PIP_CONFIG_FILE PIPX_HOME UV_INDEX_URL UV_PYTHON POETRY_HOME CONDA_PREFIX BUNDLE_GEMFILE
    BUNDLE_PATH COMPOSER_HOME NIX_PATH HOMEBREW_BREW_GIT_REMOTE DOCKER_HOST DOCKER_CONFIG DOCKER_CONTEXT COMPOSE_FILE
    CONTAINER_HOST HELM_PLUGINS TF_CLI_CONFIG_FILE TF_PLUGIN_CACHE_DIR ANSIBLE_CONFIG ANSIBLE_LIBRARY HOME
    USERPROFILE APPDATA LOCALAPPDATA XDG_CONFIG_HOME XDG_DATA_DIRS KUBECONFIG AWS_CONFIG_FILE
    AWS_SHARED_CREDENTIALS_FILE AWS_WEB_IDENTITY_TOKEN_FILE AWS_CONTAINER_CREDENTIALS_FULL_URI BOTO_CONFIG
    GOOGLE_APPLICATION_CREDENTIALS GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES CLOUDSDK_CONFIG CLOUDSDK_PYTHON
    AZURE_CONFIG_DIR AZURE_EXTENSION_DIR GH_CONFIG_DIR HGRCPATH GNUPGHOME NETRC CURL_HOME WGETRC KRB5_CONFIG
    PGSERVICEFILE PGPASSFILE PSQLRC TNS_ADMIN SCREENRC TERMINFO DBUS_SESSION_BUS_ADDRESS HTTP_PROXY HTTPS_PROXY
    https_proxy ALL_PROXY NO_PROXY SOCKS_SERVER HOSTALIASES KUBERNETES_SERVICE_HOST AWS_ENDPOINT_URL
    AWS_ENDPOINT_URL_S3 OPENAI_BASE_URL ANTHROPIC_BASE_URL OLLAMA_HOST HF_ENDPOINT VAULT_ADDR
    OTEL_EXPORTER_OTLP_ENDPOINT SSL_CERT_FILE SSL_CERT_DIR SSLKEYLOGFILE REQUESTS_CA_BUNDLE CURL_CA_BUNDLE
    AWS_CA_BUNDLE HTTPLIB2_CA_CERTS GRPC_DEFAULT_SSL_ROOTS_FILE_PATH PERL_LWP_SSL_VERIFY_HOSTNAME HTTPS_CA_FILE
    PGSSLROOTCERT VAULT_SKIP_VERIFY GODEBUG`.split(/\s+/);

  it('is told in the question, with what it can do', () => {
    assert.ok(new Set(steering).size >= 200);
    const silent = steering.filter(name => {
      const { detail } = launchQuestion(aServer({ env: { [name]: 'x' } }));
      return !new RegExp(`^⚠ ${name.replaceAll('%', '%')} can \\w`, 'm').test(detail);
    });
    assert.deepEqual(silent, []);
  });

  it('is told once for all that do the same', () => {
    const env = Object.fromEntries(steering.map(name => [name, 'x']));
    const { detail } = launchQuestion(aServer({ env }));
    assert.equal(detail.match(/^⚠ /gm)?.length, 5);
    for (const name of steering) assert.ok(detail.includes(`env.${name} = x`), name);
  });

  it('is not confused with an ordinary one, or with one that holds a secret', () => {
    const ordinary =
      `API_KEY AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_REGION AWS_PROFILE CI DATABASE_URL DEBUG GITHUB_TOKEN
      GIT_TOKEN DOCKER_PASSWORD HOST LANG LOG_LEVEL NODE_ENV NO_COLOR OPENAI_API_KEY PGHOST PGPASSWORD PORT TERM TZ
      USER CREDITOR REDIS_URL SENTRY_DSN SLACK_BOT_TOKEN TIMEOUT`.split(/\s+/);
    const { detail } = launchQuestion(
      aServer({ env: Object.fromEntries(ordinary.map(name => [name, 'x'])) }),
    );
    assert.doesNotMatch(detail, /⚠/);
  });

  it('shows its value, but not the password of a proxy', () => {
    const env = { HTTPS_PROXY: 'http://me:s3cr3t@proxy.example:8080/', PAGER: 'sh -c evil' };
    const { detail } = launchQuestion(aServer({ env }));
    assert.match(detail, /env\.HTTPS_PROXY = http:\/\/me:••••@proxy\.example:8080\//);
    assert.match(detail, /env\.PAGER = sh -c evil/);
    assert.doesNotMatch(detail, /s3cr3t/);
  });
});

describe('The approval of a launch', () => {
  const signal = new AbortController().signal;
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  /** A real folder with these files, and a person who says yes. */
  async function aFolder(files: Readonly<Record<string, string>>) {
    const root = await createTempFolder();
    ends.push(() => root.dispose());
    for (const [name, text] of Object.entries(files)) await root.write(name, text);
    const asked: LaunchQuestion[] = [];
    const kept = new Map<string, ApprovedLaunch | undefined>();
    const values: Values = someValues({
      folders: [{ name: 'ws', path: root.path }],
      readText: file => readFile(file, 'utf8').catch(() => undefined),
    });
    const approval = createLaunchApproval({
      ask: async question => asked.push(question) > 0,
      memory: { read: key => kept.get(key), write: async (key, launch) => void kept.set(key, launch) },
      isTrusted: () => true,
      values,
    });
    const server = (transport: Partial<StdioServer>) => aServer(transport, { folder: root.path });
    const start = async (transport: Partial<StdioServer>) => {
      const definition = server(transport);
      assert.equal(await approval.approve(definition, signal), undefined);
      const filled = await fillInValues(definition, { values, signal, covers: approval.covers });
      return filled.transport.kind === 'stdio' ? filled.transport.env : {};
    };
    return { root, asked, approval, server, start, values };
  }

  /** Files that a command line names as what runs. */
  const named: readonly (readonly [file: string, command: string, ...args: string[]])[] = [
    ['server.js', 'node', './server.js'],
    ['server.js', 'node', 'server.js', '--port', '1'],
    ['server.js', 'node', './server'],
    ['server.js', 'node', '--enable-source-maps', '${workspaceFolder}/server.js'],
    ['server.mjs', '/usr/bin/node', 'server.mjs'],
    ['lib/index.js', 'node', './lib'],
    ['lib/package.json', 'node', './lib'],
    ['hook.mjs', 'node', '--import=./hook.mjs', '--eval', '1'],
    ['hook.cjs', 'node', '-r', './hook.cjs', '-e', '1'],
    ['src/server.ts', 'npx', 'tsx', 'src/server.ts'],
    ['src/server.ts', 'npx', '-y', 'tsx', 'watch', './src/server.ts'],
    ['server.py', 'python3', 'server.py'],
    ['server.py', 'uv', 'run', 'server.py'],
    ['server.py', 'uv', 'run', '--with', 'mcp', 'mcp', 'run', '${workspaceFolder}/server.py'],
    ['tools/server', 'python', '-W', 'ignore', 'tools/server'],
    ['run.sh', './run.sh'],
    ['run.sh', '${workspaceFolder}/run.sh', '--fast'],
    ['bin/serve', 'bin/serve'],
    ['run.sh', 'bash', 'run.sh'],
    ['run.sh', 'sh', '-c', 'cd . && ./run.sh --now'],
    ['server.js', 'bash', '-lc', "exec node './server.js'"],
    ['server.rb', 'ruby', 'server.rb'],
    ['server.jar', 'java', '-jar', 'server.jar'],
    ['Server.dll', 'dotnet', 'Server.dll'],
    ['main.go', 'go', 'run', 'main.go'],
    ['server.ts', 'deno', 'run', '-A', 'server.ts'],
    ['server.ts', 'bun', 'run', './server.ts'],
    ['run.ps1', 'pwsh', '-File', 'run.ps1'],
    ['run.cmd', 'cmd', '/c', 'run.cmd'],
    ['compose.yaml', 'docker', 'compose', '-f', 'compose.yaml', 'run', 'mcp'],
    ['server.wasm', 'wasmtime', 'server.wasm'],
  ];

  for (const [file, command, ...args] of named) {
    it(`covers ${file}: ${[command, ...args].join(' ')}`, async () => {
      const { root, asked, start } = await aFolder({ [file]: 'one' });
      await start({ command, args });
      await start({ command, args });
      assert.equal(asked.length, 1);
      assert.ok(asked[0]?.detail.includes(`script ${path.normalize(file)} = sha256 `), asked[0]?.detail);
      assert.match(asked[0]?.detail ?? '', /^Your approval covers this launch and .*: if one changes/m);
      await root.write(file, 'two');
      await start({ command, args });
      assert.equal(asked.length, 2);
      assert.ok(asked[1]?.detail.includes(`• script ${path.normalize(file)} has changed`));
    });
  }

  it('covers no data, which may change with each start, and says that it covers no package', async () => {
    const files = {
      'data.db': '1',
      'memory.json': '1',
      'notes.md': '1',
      'package.json': '{}',
      'src/a.txt': '1',
    };
    const launches: readonly (readonly [string, ...string[]])[] = [
      ['npx', '-y', 'server-sqlite', '--db', './data.db'],
      ['npx', '-y', 'server-memory', 'memory.json'],
      ['npx', '-y', 'server-filesystem', '.', '${workspaceFolder}', 'src'],
      ['uvx', 'server-notes', '--file=notes.md'],
      ['python', '-m', 'server_notes', 'notes.md'],
    ];
    for (const [command, ...args] of launches) {
      const { root, asked, start } = await aFolder(files);
      await start({ command, args });
      for (const file of Object.keys(files)) await root.write(file, '{"changed": 1}');
      await start({ command, args });
      assert.equal(asked.length, 1, command);
      assert.match(asked[0]?.detail ?? '', /covers this launch, not the code of the program/);
    }
  });

  it('does not hold for a script that was changed while the question was open', async () => {
    const { root, server, values } = await aFolder({ 'server.js': 'good' });
    const seen: string[] = [];
    const { approve } = createLaunchApproval({
      ask: async ({ detail }) => {
        seen.push(detail);
        if (seen.length === 1) await root.write('server.js', 'evil');
        return seen.length === 1;
      },
      memory: { read: () => undefined, write: async () => {} },
      isTrusted: () => true,
      values,
    });
    assert.match(
      (await approve(server({ command: 'node', args: ['server.js'] }), signal)) ?? '',
      /not approved/,
    );
    assert.equal(seen.length, 2);
  });

  it('covers a script behind a link by what it contains, and waits for no pipe', async () => {
    const { root, asked, start } = await aFolder({ 'real.txt': 'one' });
    await symlink(path.join(root.path, 'real.txt'), path.join(root.path, 'server.js'));
    await start({ command: 'node', args: ['server.js'] });
    await root.write('real.txt', 'two');
    await start({ command: 'node', args: ['server.js'] });
    assert.equal(asked.length, 2);
    if (process.platform === 'win32') return;
    await run('mkfifo', [path.join(root.path, 'pipe.js')]);
    await start({ command: 'node', args: ['pipe.js'] });
    assert.equal(asked.length, 3);
  });

  it('hides and forges nothing in the name of a script', async () => {
    for (const text of ['\n⚠ Checked by Converser.', '\u202e', '\u200b', '\u{e0041}']) {
      const file = `a${text}.js`;
      const { asked, start } = await aFolder({ [file]: 'one' });
      await start({ command: 'node', args: [file] });
      const lines = (asked[0]?.detail ?? '').split('\n');
      assert.ok(lines.some(line => line.startsWith('script a\\u')));
      for (const line of lines) assert.equal(hiddenIn(line), undefined, line);
      assert.ok(!lines.some(line => line.startsWith('⚠ Checked')));
    }
  });

  it('covers which variables an envFile sets, and the values of those that steer programs', async () => {
    const launch = { envFile: '.env', env: { OWN: '1' } };
    const { root, asked, start } = await aFolder({ '.env': 'KEY=a\nOWN=2\nKUBECONFIG=./k.yaml\n' });
    assert.deepEqual(await start(launch), { KEY: 'a', KUBECONFIG: './k.yaml', OWN: '1' });
    assert.match(asked[0]?.detail ?? '', /^envFile sets = KEY, KUBECONFIG$/m);
    assert.match(asked[0]?.detail ?? '', /^envFile\.KUBECONFIG = \.\/k\.yaml$/m);
    assert.match(asked[0]?.detail ?? '', /^⚠ KUBECONFIG can change where programs find/m);
    assert.doesNotMatch(asked[0]?.detail ?? '', /KEY = a/);
    const changes: readonly (readonly [string, boolean])[] = [
      ['KEY=b\nOWN=3\nKUBECONFIG=./k.yaml\n', false],
      ['KEY=b\nKUBECONFIG=./evil.yaml\n', true],
      ['KEY=b\nKUBECONFIG=./evil.yaml\nNODE_OPTIONS=--require=./evil.js\n', true],
      ['KEY=b\nKUBECONFIG=./evil.yaml\nNODE_OPTIONS=--require=./evil.js\n# more\n', false],
      ['KEY=b\n', true],
    ];
    for (const [text, asksAgain] of changes) {
      const before = asked.length;
      await root.write('.env', text);
      await start(launch);
      assert.equal(asked.length - before, asksAgain ? 1 : 0, text);
    }
    assert.match(asked.at(-1)?.detail ?? '', /• envFile\.NODE_OPTIONS was removed/);
  });

  it('does not hold for an envFile that was changed after it', async () => {
    const { root, approval, server, values } = await aFolder({ '.env': 'PAGER=less\n' });
    const definition = server({ envFile: '.env' });
    assert.equal(await approval.approve(definition, signal), undefined);
    await root.write('.env', 'PAGER=evil\n');
    await assert.rejects(
      fillInValues(definition, { values, signal, covers: approval.covers }),
      /sets PAGER, which can make programs start other programs\. Start the server again to review it/,
    );
  });
});
