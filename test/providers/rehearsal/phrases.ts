/** A phrase, and each call it makes: the tool's own name and its arguments. */
export type ExpectedPhrase = readonly [phrase: string, ...calls: (readonly [string, object])[]];

const read = (path: string) => ['read_file', { path }] as const;
const list = (path?: string) => ['list_directory', path === undefined ? {} : { path }] as const;
const find = (glob: string, path?: string) =>
  ['find_files', path === undefined ? { glob } : { glob, path }] as const;
const search = (query: string, more: object = {}) => ['search_text', { query, ...more }] as const;
const write = (path: string, content: string) => ['write_file', { path, content }] as const;
const roll = (dice: string) => ['roll', { dice }] as const;

export const phrases: readonly ExpectedPhrase[] = [
  ['what is in README.md?', read('README.md')],
  ['What’s in `README.md`?', read('README.md')],
  ["what's in the file “my notes.txt”?", read('my notes.txt')],
  ['what does package.json say?', read('package.json')],
  ['show me package.json', read('package.json')],
  ['could you read ./src/a.ts, please?', read('./src/a.ts')],
  ['open Makefile', read('Makefile')],
  ['cat .gitignore', read('.gitignore')],
  ['summarize README.md', ['summarize_file', { path: 'README.md' }]],
  ['please sum up the file "my notes.txt"', ['summarize_file', { path: 'my notes.txt' }]],
  ['summarise src', ['summarize_folder', { path: 'src' }]],
  ['summarize the folder "my folder"', ['summarize_folder', { path: 'my folder' }]],
  ['Summarize our conversation.', ['summarize_conversation', {}]],
  ['list files', list()],
  ['show me all files', list()],
  ['what files are there?', list()],
  ['ls', list()],
  ['list src', list('src')],
  ['what is in src/?', list('src/')],
  ['what is in the folder "my folder"?', list('my folder')],
  ['list the files in src/converser', list('src/converser')],
  ['find *.ts', find('*.ts')],
  ['find files named *.ts', find('*.ts')],
  ['find all *.ts files in src', find('*.ts', 'src')],
  ['find package.json', find('package.json')],
  ['search for TODO', search('TODO')],
  ['search for "hello world" in the folder src', search('hello world', { path: 'src' })],
  ['search for hello world in *.md', search('hello world', { glob: '*.md' })],
  ['grep TODO in src', search('TODO', { path: 'src' })],
  ['write hello in notes/hello.txt', write('notes/hello.txt', 'hello')],
  ['write "hello, world" to notes.txt', write('notes.txt', 'hello, world')],
  ['write salt and pepper in notes.txt', write('notes.txt', 'salt and pepper')],
  ['create a file x.txt with content abc def', write('x.txt', 'abc def')],
  ['delete x', ['delete_file', { path: 'x' }]],
  ['remove the file old.txt', ['delete_file', { path: 'old.txt' }]],
  ['roll 3d6+2', roll('3d6+2')],
  ['Roll a D20!', roll('1d20')],
  ['roll a die', roll('1d6')],
  ['flip a coin', ['choose', { options: ['heads', 'tails'] }]],
  ['what time is it?', ['current_time', {}]],
  ['what time is it in Tokyo?', ['current_time', { time_zone: 'Asia/Tokyo' }]],
  ['what time is it in São Paulo', ['current_time', { time_zone: 'America/Sao_Paulo' }]],
  // Several at once
  ['roll a die and flip a coin', roll('1d6'), ['choose', { options: ['heads', 'tails'] }]],
  ['list src, roll 2d6, and what time is it?', list('src'), roll('2d6'), ['current_time', {}]],
  ['What is in README.md? Roll a die.', read('README.md'), roll('1d6')],
  ['What is in README.md? And roll 3d6+2 for me.', read('README.md'), roll('3d6+2')],
  ['- list src\n- read a.md', list('src'), read('a.md')],
  ['hello, what is in README.md?', read('README.md')],
];

/** What is answered without a call. */
export const talk: readonly string[] = [
  'hello',
  'help',
  'who are you?',
  'what can you do?',
  'are you a language model?',
  'thanks',
  'what is in this file?',
  'read it',
];

/** What no phrase matches. */
export const nonsense: readonly string[] = [
  'tell me a joke',
  'why is the sky blue?',
  'write',
  'find everything',
  'delete it',
  'delete all files',
  "don't delete a.txt",
  'delete the second line of a.txt',
  'refactor everything nicely and make it fast',
  '…',
];
