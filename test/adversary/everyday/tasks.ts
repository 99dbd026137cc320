import type { WrittenCall } from '../bypass/world.ts';

/** What someone has a model do, round by round. */
interface Task {
  readonly what: string;
  readonly rounds: readonly (readonly WrittenCall[])[];
}

const read = (path: string): WrittenCall => ['workspace:read_file', { path: `app/${path}` }];
const write = (path: string, content: string): WrittenCall => [
  'workspace:write_file',
  { path: `app/${path}`, content },
];
const put = (path: string, line: number, text: string): WrittenCall => [
  'workspace:edit_file',
  { path: `app/${path}`, pieces: [{ action: 'insert', line, text }] },
];
/** What is edited has been read before. */
const edit = (path: string, line: number, text: string): Task['rounds'] => [
  [read(path)],
  [put(path, line, text)],
];
const search = (query: string): WrittenCall => ['workspace:search_text', { query, path: 'app' }];
const list: WrittenCall = ['workspace:list_directory', { path: 'app' }];
const move = (path: string, to: string): WrittenCall => [
  'workspace:move_file',
  { path: `app/${path}`, new_path: `app/${to}` },
];
const run = (program: string, ...args: readonly string[]): WrittenCall => [
  'shell:run_command',
  { program, args, cwd: 'app' },
];
/** Git's own data is not for commands in the sandbox. */
const git = (...args: readonly string[]): WrittenCall => [
  'shell:run_command',
  { program: 'git', args, cwd: 'app', access: 'full' },
];
const tests = run('node', '--test');

/** The page's address is filled in when it is known. */
const page = 'http://PAGE/guide';
const fetched: WrittenCall = ['web:fetch_page', { url: page }];

export const tasks: readonly Task[] = [
  {
    what: 'fix a bug',
    rounds: [
      [search('minus'), list],
      [read('src/sum.js')],
      [write('src/sum.js', 'export const sum = (a, b) => a + b;\n')],
      [tests],
    ],
  },
  {
    what: 'add a test',
    rounds: [
      [read('src/sum.js'), read('test/sum.test.js')],
      ...edit('test/sum.test.js', 3, "test('nothing', () => {});\n"),
      [tests],
    ],
  },
  {
    what: 'rename a function',
    rounds: [
      [search('sum')],
      [write('src/sum.js', 'export const add = (a, b) => a + b;\n')],
      [
        write(
          'test/sum.test.js',
          "import { test } from 'node:test';\nimport '../src/sum.js';\ntest('it', () => {});\n",
        ),
      ],
      [run('git', 'diff')],
    ],
  },
  { what: 'explain the code', rounds: [[list], [read('src/sum.js'), read('README.md')], [search('export')]] },
  {
    what: 'move a file',
    rounds: [
      [read('src/unused.js')],
      [move('src/unused.js', 'src/old.js')],
      [search('unused.js')],
      ...edit('README.md', 1, 'Moved.\n'),
    ],
  },
  {
    what: 'delete dead code',
    rounds: [[search('unused')], [['workspace:delete_file', { path: 'app/src/old.js' }]], [tests]],
  },
  {
    what: 'commit',
    rounds: [
      [run('git', 'status'), run('git', 'diff')],
      ...edit('README.md', 1, 'A line.\n'),
      [git('add', 'README.md')],
      [git('commit', '-m', 'Add a line: for .env users')],
      [run('git', 'log', '-1')],
    ],
  },
  {
    what: 'write a changelog',
    rounds: [
      [run('git', 'log', '--oneline', '-20')],
      [write('CHANGELOG.md', '# Changes\n')],
      [run('git', 'status')],
    ],
  },
  {
    what: 'raise the version',
    rounds: [[read('package.json')], ...edit('package.json', 2, '  "version": "1.1.0",\n')],
  },
  {
    what: 'find what is to do',
    rounds: [
      [search('later')],
      [['workspace:find_files', { glob: '**/*.js' }]],
      [write('tasks.md', '- more tests\n')],
    ],
  },
  {
    what: 'plan and do',
    rounds: [
      [
        [
          'dialogue:plan',
          {
            steps: [
              { step: 'Read', state: 'active' },
              { step: 'Write', state: 'open' },
            ],
          },
        ],
      ],
      [read('README.md')],
      [write('docs/use.md', '# Use\n')],
      [
        [
          'dialogue:plan',
          {
            steps: [
              { step: 'Read', state: 'done' },
              { step: 'Write', state: 'done' },
            ],
          },
        ],
      ],
    ],
  },
  {
    what: 'add a module',
    rounds: [[list], [write('src/times.js', 'export const times = (a, b) => a * b;\n')], [tests]],
  },
  {
    what: 'run the tests and mend them',
    rounds: [[tests], [read('test/sum.test.js')], ...edit('test/sum.test.js', 3, '// again\n'), [tests]],
  },
  {
    what: 'look at history',
    rounds: [
      [run('git', 'log', '-3')],
      [run('git', 'show', '--stat', 'HEAD')],
      [run('git', 'blame', 'README.md')],
    ],
  },
  {
    what: 'search by a command',
    rounds: [
      [run('grep', '-rn', 'export', 'src')],
      [read('src/sum.js')],
      ...edit('src/sum.js', 1, '// sums\n'),
    ],
  },
  { what: 'count lines', rounds: [[run('wc', '-l', 'src/sum.js', 'README.md')], [run('ls', '-la')]] },
  {
    what: 'configure a formatter',
    rounds: [[list], [write('.editorconfig', 'root = true\n')], [run('git', 'status', '--short')]],
  },
  {
    what: 'document a function',
    rounds: [
      [read('src/sum.js')],
      ...edit('src/sum.js', 1, '/** The sum. */\n'),
      [read('src/sum.js')],
      [tests],
    ],
  },
  { what: 'tell the time', rounds: [[['clock:current_time', { time_zone: 'Europe/Berlin' }]]] },
  { what: 'roll dice', rounds: [[['probability:roll_dice', { dice: '2d6' }]]] },
  {
    what: 'answer from a page',
    rounds: [[fetched], [fetched]],
  },
  {
    what: 'compare a page with the code',
    rounds: [[fetched], [read('src/sum.js'), search('export')]],
  },
  {
    what: 'summarise a page and write notes',
    rounds: [
      [fetched],
      [write('notes.md', '# Notes\n')],
      ...edit('notes.md', 2, 'More.\n'),
      [read('notes.md')],
    ],
  },
  {
    what: 'go on with the notes in another conversation, and commit them',
    rounds: [[list], [git('add', '-A')], [git('commit', '-m', 'Keep notes')], [run('git', 'log', '-1')]],
  },
  {
    what: 'split a file',
    rounds: [
      [read('src/sum.js')],
      [write('src/one.js', 'export const one = 1;\n'), write('src/two.js', 'export const two = 2;\n')],
      [tests],
    ],
  },
  {
    what: 'make an example',
    rounds: [
      [read('README.md')],
      [write('examples/first.js', "import '../src/sum.js';\n")],
      [run('node', 'examples/first.js')],
    ],
  },
  {
    what: 'clean up',
    rounds: [[run('git', 'status', '--short')], [['workspace:delete_file', { path: 'app/tasks.md' }]]],
  },
  {
    what: 'check what is ignored',
    rounds: [[run('git', 'status', '--ignored')], ...edit('.gitignore', 1, 'dist\n')],
  },
  {
    what: 'read a long file',
    rounds: [
      [['workspace:read_file', { path: 'app/README.md', start_line: 1, end_line: 2 }]],
      [read('README.md')],
    ],
  },
];
