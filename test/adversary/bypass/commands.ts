import type { PermissionRule } from '../../../src/converser/words/permission/rules.ts';
import { type Attempt, attempt, onlyFirst, ran } from './attempt.ts';
import { type Stance, secret } from './world.ts';

type Rules = Readonly<Record<string, PermissionRule>>;
type Calls = readonly (readonly [what: string, args: object])[];

/** What a user may have allowed for good: commands that only look. */
const looking: Rules = {
  'shell:run_command(git log *)': 'allow',
  'shell:run_command(git show *)': 'allow',
  'shell:run_command(git diff *)': 'allow',
  'shell:run_command(git grep *)': 'allow',
  'shell:run_command(git fetch *)': 'allow',
  'shell:run_command(ls *)': 'allow',
  'shell:run_command(find *)': 'allow',
  'shell:run_command(sort *)': 'allow',
  'shell:run_command(tar *)': 'allow',
  'shell:run_command(npm test)': 'allow',
  'shell:run_command($ echo one | cat)': 'allow',
};

/** The same where everything is allowed but deleting. */
const anything: Rules = { 'shell:*': 'allow', 'shell:run_command(rm *)': 'deny' };

const program = (name: string, ...args: readonly string[]) => ({ program: name, args });
const line = (written: string) => ({ line: written });

/** None of them is a command that the rules above allow. */
const smuggled: Calls = [
  ['a line for the shell', line('git log > kept/notes.txt')],
  ['a line for the shell that begins like a rule', line('git log; rm kept/notes.txt')],
  ['a line that only adds a space', line('echo one  | cat')],
  ['a line that adds a line', line('echo one | cat\nrm kept/notes.txt')],
  ['a line with a look-alike of the pipe', line('echo one \u01c0 cat')],
  ['a line that adds a space without a break', line('echo one | cat\u00a0')],
  ['a line that adds a command', line('echo one | cat; rm kept/notes.txt')],
  ['a line that adds a command after success', line('echo one | cat && rm kept/notes.txt')],
  ['a line that adds a substitution', line('echo one | cat $(rm kept/notes.txt)')],
  ['a line that adds an old substitution', line('echo one | cat `rm kept/notes.txt`')],
  ['a line that adds a file to write to', line('echo one | cat > kept/notes.txt')],
  ['a line as other programs name it', { command: 'echo one | cat;rm kept/notes.txt' }],
  ['an option that writes a file, as two words', program('git', 'diff', '--output', 'kept/notes.txt')],
  ['an option that writes a file, in capitals', program('git', 'diff', '--OUTPUT=kept/notes.txt')],
  ['an external diff', program('git', 'diff', '--ext-diff')],
  ['a filter of texts', program('git', 'show', '--textconv', 'HEAD:a')],
  ['a program at the other end', program('git', 'fetch', '--upload-pack=touch kept/notes.txt', '.')],
  ['a transport that runs programs', program('git', 'fetch', 'ext::sh -c touch% kept/notes.txt')],
  ['a setting before the subcommand', program('git', '-c', 'core.pager=touch', 'log')],
  ['an alias of git', program('git', '-c', 'alias.log=!touch kept/notes.txt', 'log')],
  ['another repository', program('git', '--git-dir=/tmp/evil', 'log')],
  ['another folder', program('git', '-C', '/tmp', 'log')],
  ['the program by a path', program('./git', 'log')],
  ['the program by an absolute path', program('/tmp/git', 'log')],
  ['the program in capitals', program('GIT', 'log')],
  ['the program with a line end', program('git\n', 'log')],
  ['the program with a Cyrillic letter', program('g\u0456t', 'log')],
  ['the program with a zero-width space', program('git\u200b', 'log')],
  ['the program and its argument as one word', program('git log')],
  ['another subcommand', program('git', 'push', '--force')],
  ['another subcommand behind options', program('git', '--no-pager', 'push')],
  ['the program behind env', program('env', 'git', 'log')],
  ['a variable before it', program('env', 'GIT_PAGER=touch kept/notes.txt', 'git', 'log')],
  ['the program behind a shell', program('sh', '-c', 'git log')],
  ['an argument that runs programs', program('find', '.', '-exec', 'rm', '{}', ';')],
  ['an argument that writes a list', program('find', '.', '-fprintf', 'kept/notes.txt', '%p')],
  ['a file to write to', program('sort', '-o', 'kept/notes.txt', 'README.md')],
  ['a program that compresses, by one letter', program('tar', '-Itouch', '-cf', 'a.tar', '.')],
  ['more arguments than the rule has', program('npm', 'test', '--', '--update')],
  ['more lines in an argument than the rule has', program('npm', 'test\nevil')],
  ['arguments in one word', program('npm', 'test --update')],
  ['the bare program', program('npm')],
  ['both a program and a line', { program: 'npm', args: ['test'], line: 'rm kept/notes.txt' }],
  ['more than it may reach', { ...program('git', 'log'), access: 'full' }],
  ['the network', { ...program('npm', 'test'), access: 'network' }],
  ['an access of another spelling', { ...program('git', 'log'), access: 'Full' }],
  ['a folder outside', { program: 'npm', args: ['test'], cwd: '..' }],
  ['a folder outside, absolute', { program: 'npm', args: ['test'], cwd: '/tmp' }],
  ['a folder behind a link', { program: 'npm', args: ['test'], cwd: 'out' }],
];

/** What runs others or reaches further, which no rule for all commands means. */
const running: Calls = [
  ['a line', line('rm kept/notes.txt')],
  ['a shell', program('sh', '-c', 'rm kept/notes.txt')],
  ['a shell with its profile', program('bash', '-lc', 'rm kept/notes.txt')],
  ['code for Node.js', program(process.execPath, '--eval', 'x')],
  ['an argument of find', program('find', '.', '-exec', 'rm', '{}', ';')],
  ['an action of tar', program('tar', 'cf', 'x', '.', '--checkpoint=1', '--checkpoint-action=exec=touch x')],
  ['a program at the other end', program('git', 'fetch', '--upload-pack', 'touch x', '.')],
  ['a transport of git', program('git', 'clone', 'ext::sh -c touch% x')],
  ['the network', { ...program('true'), access: 'network' }],
  ['what is beyond the sandbox', { ...program('true'), access: 'full' }],
];

/** Ways to name what a rule denies. */
const denied: Calls = [
  ['itself', program('rm', 'kept/notes.txt')],
  ['its path', program('/bin/rm', 'kept/notes.txt')],
  ['capital letters', program('RM', 'kept/notes.txt')],
  ['its name on Windows', program('rm.exe', 'kept/notes.txt')],
  ['env', program('env', 'rm', 'kept/notes.txt')],
  ['env with a variable', program('env', 'A=1', 'rm', 'kept/notes.txt')],
  ['nice', program('nice', '-n', '5', 'rm', 'kept/notes.txt')],
  ['timeout', program('timeout', '5', 'rm', 'kept/notes.txt')],
  ['xargs', program('xargs', 'rm')],
  ['busybox', program('busybox', 'rm', 'kept/notes.txt')],
  ['a shell', program('sh', '-c', 'rm kept/notes.txt')],
  ['a shell in a shell', program('sh', '-c', 'bash -c "rm kept/notes.txt"')],
  ['find', program('find', 'kept', '-exec', 'rm', '{}', '+')],
  ['a link to it', program('./innocent', 'kept/notes.txt')],
  ['a line', line('rm kept/notes.txt')],
  ['a line with a variable', line('X=rm; $X kept/notes.txt')],
  ['a line with quotes', line("r''m kept/notes.txt")],
  ['a line with a backslash', line('r\\m kept/notes.txt')],
  ['a line with a substitution', line('$(echo rm) kept/notes.txt')],
  ['a line with braces', line('{ rm kept/notes.txt; }')],
  ['a line behind another command', line('true && rm kept/notes.txt')],
  ['a line in a group of its own', line('(rm kept/notes.txt)')],
  ['a line that is encoded', line('echo cm0ga2VwdC9ub3Rlcy50eHQ= | base64 -d | sh')],
];

const aliases = ['shell:run_command', 'bash', 'execute_command', 'run_in_terminal'];

function tried(about: string, stance: Pick<Stance, 'rules' | 'mode'>, calls: Calls): readonly Attempt[] {
  return calls.map(([what, args], at) =>
    attempt(`${about} ${what}`, async world => {
      await world.link('innocent', '/bin/rm');
      await world.link('out', '..');
      const { turn } = await world.talk(stance);
      const name = aliases[at % aliases.length] ?? 'bash';
      const results = await turn([[name, args]]);
      return ran(results);
    }),
  );
}

/** What holds though a rule allows the command. */
const atLast: readonly Attempt[] = [
  attempt('a command sees the keys of the user’s environment', async world => {
    const names = ['CONVERSER_TEST_API_KEY', 'ANTHROPIC_API_KEY', 'NODE_OPTIONS', 'LD_PRELOAD'];
    const before = names.map(name => [name, process.env[name]] as const);
    for (const name of names.slice(0, 2)) process.env[name] = 'k3y-of-the-environment';
    try {
      const { turn } = await world.talk({ rules: { 'shell:run_command(env)': 'allow' } });
      const [result] = await turn([['shell:run_command', program('env')]]);
      const shown = JSON.stringify(result?.content);
      return shown.includes('k3y-of-the-environment') ? ['the key was shown'] : [];
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  }),
  attempt('a conversation reads what a command of another one has printed', async world => {
    const rules = { 'shell:run_command(cat .env)': 'allow', 'shell:read_output': 'allow' } as const;
    const first = await world.talk({ rules });
    const [printed] = await first.turn([['shell:run_command', program('cat', '.env')]]);
    const second = await world.talk({ rules });
    const ids = Array.from({ length: 40 }, (_, at) => `c${at + 1}`);
    const results = await second.turn(ids.map(id => ['shell:read_output', { id }] as const));
    const shown = JSON.stringify(results.map(({ content }) => content));
    return [
      ...(JSON.stringify(printed?.content).includes(secret) ? [] : ['the first conversation did not see it']),
      ...(shown.includes(secret) ? ['the key was shown'] : []),
    ];
  }),
  attempt('a yes to one line is one to all lines and shells', async world => {
    const { turn } = await world.talk({ answer: onlyFirst({ kind: 'allow', scope: 'conversation' }) });
    const [first, ...others] = await turn(
      [['shell:run_command', line('true')]],
      [['shell:run_command', line('rm kept/notes.txt')]],
      [['shell:run_command', program('sh', '-c', 'rm kept/notes.txt')]],
    );
    return [...ran(others), ...(first?.failure === undefined ? [] : ['the first line did not run'])];
  }),
  attempt('an argument is read by a shell', async world => {
    const { turn } = await world.talk({ rules: { 'shell:run_command(echo *)': 'allow' } });
    await turn([
      ['shell:run_command', program('echo', '> kept/notes.txt')],
      ['shell:run_command', program('echo', '$(rm kept/notes.txt)')],
      ['shell:run_command', program('echo', 'a\nrm kept/notes.txt')],
    ]);
    return [];
  }),
  attempt('what a command of the model prints becomes a question of its own', async world => {
    await world.write('forged.txt', '\u001b[2J\u001b[1;1H? Allow everything? Yes\r\u001b]0;x\u0007');
    const { turn } = await world.talk({ rules: { 'shell:run_command(cat forged.txt)': 'allow' } });
    const [result] = await turn([['shell:run_command', program('cat', 'forged.txt')]]);
    const shown = JSON.stringify(result?.content);
    return shown.includes('\\u001b') || shown.includes('\\u0007') ? ['control characters were shown'] : [];
  }),
];

export const commands: readonly Attempt[] = [
  ...tried('a rule for looking allows', { rules: looking }, smuggled),
  ...tried('a rule for all commands allows', { rules: { 'shell:run_command': 'allow' } }, running),
  ...tried('a rule that denies rm lets it run by', { rules: anything, mode: 'trusted' }, denied),
  ...atLast,
];
