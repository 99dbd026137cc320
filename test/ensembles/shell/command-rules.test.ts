import assert from 'node:assert/strict';
import { type PermissionRule, rulingFor } from '../../../src/converser/words/permission/rules.ts';
import { readCommand } from '../../../src/ensembles/shell/command/command.ts';
import { exactPattern } from '../../../src/ensembles/shell/rules/command-pattern.ts';
import {
  type CommandSubjectOptions,
  commandSubject,
} from '../../../src/ensembles/shell/rules/command-subject.ts';

const program = (program: string, ...args: readonly string[]) => readCommand({ program, args });
const line = (line: string) => readCommand({ line });

type Written = ReturnType<typeof program>;
type About = Partial<Pick<CommandSubjectOptions, 'realName' | 'access' | 'folders' | 'version'>>;

/** What one rule makes of a command: `unclear` means that it is asked about. */
async function ruled(command: Written, rule: PermissionRule, pattern: string, about: About = {}) {
  const subject = commandSubject(command, { access: 'workspace', ...about });
  const ruling = await rulingFor([{ rule, text: `shell:run_command(${pattern})`, pattern }], subject);
  return ruling.rule?.rule ?? (ruling.unclear === undefined ? 'none' : 'unclear');
}

describe('rules about commands', () => {
  it('cover exactly a program and its arguments', async () => {
    assert.equal(await ruled(program('npm', 'test'), 'allow', 'npm test'), 'allow');
    for (const other of [
      program('npm', 'test', 'x'),
      program('npm'),
      program('./npm', 'test'),
      program('/tmp/npm', 'test'),
      program('NPM', 'test'),
      program('npm test'),
      program('npm', 'test '),
      program('npm', ' test'),
      program('npm', 'test\n'),
      program('npm', 'te\u200bst'),
      line('npm test'),
    ])
      assert.equal(await ruled(other, 'allow', 'npm test'), 'none', JSON.stringify(other));
  });

  it('cover leading arguments, and nothing that lets the program run another one or write a file', async () => {
    assert.equal(await ruled(program('git', 'log'), 'allow', 'git log *'), 'allow');
    assert.equal(await ruled(program('git', 'log', '-5', 'src'), 'allow', 'git log *'), 'allow');
    for (const args of [
      ['log', '--output=/tmp/x'],
      ['log', '--outp=/tmp/x'],
      ['log', '--ext-diff'],
      ['log', '-p', '-o', 'x'],
      ['push', 'origin'],
      ['-c', 'core.pager=evil', 'log'],
    ])
      assert.equal(await ruled(program('git', ...args), 'allow', 'git log *'), 'none', args.join(' '));
    for (const args of [
      ['fetch', '--upload-pack=evil', 'x'],
      ['fetch', '--upload-pack', 'evil'],
      ['push', '--receive-pack=evil'],
      ['clone', 'ext::sh -c evil'],
      ['-c', 'alias.x=!evil', 'x'],
      ['config', 'core.pager', 'evil'],
      ['bisect', 'run', 'evil'],
      ['submodule', 'foreach', 'evil'],
      ['rebase', '--exec', 'evil'],
      ['--exec-path=/tmp', 'log'],
      ['grep', '-Oevil', 'x'],
    ])
      assert.equal(await ruled(program('git', ...args), 'allow', 'git *'), 'none', args.join(' '));
    for (const [name, ...args] of [
      ['find', '.', '-exec', 'rm', '{}', ';'],
      ['find', '.', '-delete'],
      ['tar', 'xf', 'a.tar', '--to-command=evil'],
      ['tar', 'xf', 'a.tar', '--checkpoint=1', '--checkpoint-action=exec=evil'],
      ['node', '--eval', 'evil'],
      ['node', '-e', 'evil'],
      ['node', 'evil.js'],
      ['sed', '1e evil', 'x'],
      ['curl', '-o', '/tmp/x', 'http://x'],
      ['curl', '-sofile', 'http://x'],
      ['sort', '--compress-program=evil', 'x'],
      ['sh', '-c', 'evil'],
      ['env', 'evil'],
      ['xargs', 'evil'],
      ['rg', '--pre', 'evil', 'x'],
    ] as const)
      assert.equal(await ruled(program(name, ...args), 'allow', `${name} *`), 'none', args.join(' '));
    assert.equal(await ruled(program('grep', '-rno', 'x', 'src'), 'allow', 'grep *'), 'allow');
    const pytest = program('python', '-m', 'pytest', 'tests');
    assert.equal(await ruled(pytest, 'allow', 'python -m pytest *'), 'allow');
  });

  it('cover what is named in full, whatever it does', async () => {
    const risky = program('git', 'log', '--output=x y', '-c');
    assert.equal(await ruled(risky, 'allow', exactPattern(risky)), 'allow');
    const odd = program('a b', '', '"', '*', "it's", '\n', '\u200b', '$(x)', '\\');
    assert.equal(await ruled(odd, 'allow', exactPattern(odd)), 'allow');
    assert.match(exactPattern(odd), /^[\x20-\x7e]*$/);
    const written = line('npm test | tee "a\\b"\n# \u202e');
    assert.equal(await ruled(written, 'allow', exactPattern(written)), 'allow');
    assert.equal(await ruled(line('npm test'), 'allow', '$ npm test '), 'allow');
    assert.equal(await ruled(line('npm test; evil'), 'allow', '$ npm test'), 'none');
    assert.equal(await ruled(program('$', 'npm', 'test'), 'allow', '$ npm test'), 'none');
  });

  it('deny what only resembles them', async () => {
    for (const [command, realName] of [
      [program('git', 'push')],
      [program('git', 'push', 'origin')],
      [program('/usr/bin/git', 'push')],
      [program('./git', 'push')],
      [program('GIT.EXE', 'push')],
      [program('C:\\git\\git.exe', 'push')],
      [program('git', '--no-pager', 'push')],
      [program('env', 'git', 'push')],
      [program('env', 'A=1', '/usr/bin/git', 'push', '-f')],
      [program('sudo', '-u', 'me', 'git', 'push')],
      [program('sh', '-c', 'cd x && git push')],
      [program('sh', '-c', 'sh -c "git push"')],
      [program('find', '.', '-exec', 'git', 'push', ';')],
      [program('/tmp/g', 'push'), '/usr/bin/git'],
      [line('git push')],
      [line('ls; g"i"t pu\\sh')],
      [line('A=1 git push | cat')],
      [line('if true\nthen git push\nfi')],
    ] as const)
      assert.equal(await ruled(command, 'deny', 'git push *', { realName }), 'deny', JSON.stringify(command));
  });

  it('ask where it can’t be told whether they are meant', async () => {
    for (const command of [
      program('git', '-C', 'x', 'push'),
      program('git', '-c', 'alias.p=push', 'p'),
      program('sh', '-c', '$(echo git) push'),
      program('xargs', 'foo'),
      line('$GIT push'),
      line('`echo git` push'),
    ])
      assert.equal(await ruled(command, 'deny', 'git push *'), 'unclear', JSON.stringify(command));
    for (const command of [program('retry', 'git', 'push'), program('own', '--run', 'git push')])
      assert.equal(await ruled(command, 'deny', 'git push *'), 'unclear', JSON.stringify(command));
    for (const command of [program('npm', 'test'), program('git', 'log'), line('npm test | tail')])
      assert.equal(await ruled(command, 'deny', 'git push *'), 'none', JSON.stringify(command));
    assert.equal(await ruled(program('npm'), 'deny', 'git "push'), 'unclear');
    assert.equal(await ruled(program('npm'), 'ask', 'git p* x'), 'unclear');
    assert.equal(await ruled(program('npm'), 'allow', '*'), 'none');
  });

  it('cover everyday arguments', async () => {
    for (const [pattern, command] of [
      ['git add *', 'git add .github/workflows/ci.yml src/env.ts'],
      ['git commit *', 'git commit -m "Explain .env files: read README"'],
      ['git push *', 'git push -u origin main'],
      ['git push fork *', 'git push fork HEAD:main'],
      ['git diff *', 'git diff @{u} -- src'],
      ['git commit *', 'git commit -am x'],
      ['git checkout *', 'git checkout -b feature'],
      ['npm install *', 'npm install -D @types/node typescript@5'],
      ['npx eslint *', 'npx eslint --fix src'],
      ['go test *', 'go test -v -run TestX ./...'],
      ['cargo clippy *', 'cargo clippy --all-targets -- -D warnings'],
      ['make test *', 'make test -j4'],
      ['grep *', 'grep -rn --include=*.ts @x src'],
      ['git clone *', 'git clone --depth 1 https://github.com/x/y'],
      ['git diff *', 'git diff --stat HEAD~1 -- .vscode/settings.json'],
      ['cat *', 'cat package.json .vscode/settings.json .env.example'],
      ['rg *', 'rg -n process.env src'],
      ['find *', 'find . -name *.ts -not -path */node_modules/*'],
      ['ps *', 'ps -ef'],
      ['ps *', 'ps aux'],
      ['npm run *', 'npm run build -- --watch'],
      ['npm test *', 'npm test -- --grep "config of x"'],
      ['npx mocha *', 'npx mocha test/env.test.ts'],
      ['npm exec mocha *', 'npm exec mocha test/env.test.ts'],
      ['poetry run pytest *', 'poetry run pytest -q tests'],
      ['pytest *', 'pytest -q tests/test_config.py'],
      ['make *', 'make test'],
      ['docker compose *', 'docker compose up -d'],
      ['cp *', 'cp -r src lib'],
      ['./gradlew test *', './gradlew test'],
      ['tar *', 'tar czf out.tgz src'],
    ] as const) {
      const found = [...command.matchAll(/"([^"]*)"|(\S+)/g)];
      const [name = '', ...args] = found.map(([, quoted, plain]) => quoted ?? plain ?? '');
      const wanted = pattern === 'make *' ? 'none' : 'allow';
      assert.equal(await ruled(program(name, ...args), 'allow', pattern), wanted, command);
    }
  });

  it('are offered from the narrowest on, and only where a wide one is harmless', async () => {
    const patterns = (command: Written) => commandSubject(command, { access: 'workspace' }).patterns();
    assert.deepEqual(await patterns(program('git', 'log', '-5')), ['git log -5', 'git log *']);
    const build = program('npm', 'run', 'build', '--silent');
    assert.deepEqual(await patterns(build), ['npm run build --silent', 'npm run build *']);
    assert.deepEqual(await patterns(program('npm', 'run', 'build', '--x')), ['npm run build --x']);
    assert.deepEqual(await patterns(program('git', '-C', 'x', 'log')), ['git -C x log']);
    assert.deepEqual(await patterns(program('git', 'log', '--output=x')), ['git log --output=x']);
    assert.deepEqual(await patterns(program('sudo', 'ls')), ['sudo ls']);
    assert.deepEqual(await patterns(line('a | b')), ['$ a | b']);
  });

  it('let a command reach no more than they grant', async () => {
    const install = program('npm', 'install');
    assert.equal(await ruled(install, 'allow', 'npm install *', { access: 'network' }), 'none');
    assert.equal(await ruled(install, 'allow', '[network] npm install *', { access: 'network' }), 'allow');
    assert.equal(await ruled(install, 'allow', '[network] npm install *', { access: 'full' }), 'none');
    assert.equal(await ruled(install, 'allow', '[full] npm install', { access: 'full' }), 'allow');
    assert.equal(await ruled(install, 'allow', '[full] npm install'), 'allow');
    const piped = line('npm i | cat');
    assert.equal(await ruled(piped, 'allow', '[network] $ npm i | cat', { access: 'network' }), 'allow');
    assert.equal(await ruled(piped, 'allow', '$ npm i | cat', { access: 'network' }), 'none');
    assert.equal(await ruled(install, 'allow', '[all] npm install', { access: 'full' }), 'none');
  });

  it('allow a command in the first folder, or in the one that they name', async () => {
    const test = program('npm', 'test');
    const app = { folders: ['app', '/work/app'] };
    assert.equal(await ruled(test, 'allow', 'npm test', app), 'none');
    for (const name of ['app', './app/', '"app"', '/work/app', 'x/../app'])
      assert.equal(await ruled(test, 'allow', `[in ${name}] npm test`, app), 'allow', name);
    assert.equal(await ruled(test, 'allow', '[in app] npm *', app), 'allow');
    assert.equal(await ruled(test, 'allow', '[in app] npm test'), 'none');
    assert.equal(await ruled(test, 'allow', '[in .] npm test'), 'allow');
    const network = { ...app, access: 'network' } as const;
    assert.equal(await ruled(test, 'allow', '[network] [in app] npm test', network), 'allow');
    assert.equal(await ruled(test, 'allow', '[in app] [network] npm test', network), 'allow');
    assert.equal(await ruled(line('a | b'), 'allow', '[in app] $ a | b', app), 'allow');
    assert.equal(await ruled(line('a | b'), 'allow', '$ a | b', app), 'none');
    const subject = commandSubject(test, { access: 'network', folders: ['my app', '/work/my app'] });
    const offered = ['[network] [in "my app"] npm test', '[network] [in "my app"] npm test *'];
    assert.deepEqual(await subject.patterns(), offered);
    for (const pattern of offered) assert.equal(await subject.covered(pattern), 'all', pattern);
  });

  it('deny a command in every folder, unless they name one', async () => {
    const app = { folders: ['app', '/work/app'] };
    for (const about of [{}, app])
      assert.equal(await ruled(program('git', 'push'), 'deny', 'git push *', about), 'deny');
    assert.equal(await ruled(program('npm', 'test'), 'deny', '[in app] npm test', app), 'deny');
    assert.equal(await ruled(program('npm', 'test'), 'deny', '[in app] npm test'), 'none');
    assert.equal(await ruled(line('cd app; npm test'), 'deny', '[in app] npm test'), 'unclear');
  });

  it('allow the version of a program of the workspace that they name', async () => {
    const check = program('./check', 'all', 'x');
    assert.equal(await ruled(check, 'allow', '[file 12ab] ./check all *', { version: '12ab' }), 'allow');
    for (const pattern of ['./check all *', '[file 12a] ./check all *', './check all x'])
      assert.equal(await ruled(check, 'allow', pattern, { version: '12ab' }), 'none', pattern);
    assert.equal(await ruled(check, 'deny', './check all *', { version: '12ab' }), 'deny');
    const subject = commandSubject(check, { access: 'workspace', folders: ['a'], version: '12ab' });
    const offered = ['[in a] [file 12ab] ./check all x', '[in a] [file 12ab] ./check all *'];
    assert.deepEqual(await subject.patterns(), offered);
    assert.deepEqual(await commandSubject(check, { access: 'workspace', version: '' }).patterns(), []);
  });

  it('deny and ask whatever a command wants to reach', async () => {
    const push = program('git', 'push', 'origin');
    for (const access of ['workspace', 'network', 'full'] as const)
      assert.equal(await ruled(push, 'deny', 'git push *', { access }), 'deny');
  });

  it('are offered with what the command wants to reach', async () => {
    const subject = commandSubject(program('npm', 'ci'), { access: 'network' });
    assert.deepEqual(await subject.patterns(), ['[network] npm ci', '[network] npm ci *']);
    // A program of such a name gains nothing.
    const named = commandSubject(program('[network]', 'npm', 'ci'), { access: 'workspace' });
    assert.deepEqual(await named.patterns(), ['"[network]" npm ci', '"[network]" npm *']);
  });
});
