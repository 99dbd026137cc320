/** A phrase, and each call it makes: the tool's own name and its arguments. */
export type ExpectedPhrase = readonly [phrase: string, ...calls: (readonly [string, object])[]];

const read = (path: string, more: object = {}) => ['read_file', { path, ...more }] as const;
const list = (path?: string) => ['list_directory', path === undefined ? {} : { path }] as const;
const find = (glob: string, path?: string) =>
  ['find_files', path === undefined ? { glob } : { glob, path }] as const;
const search = (query: string, more: object = {}) => ['search_text', { query, ...more }] as const;
const write = (path: string, content: string) => ['write_file', { path, content }] as const;
const replace = (path: string, from: string, to: string) =>
  ['edit_file', { path, pieces: [{ action: 'search_replace', search: from, text: to, all: true }] }] as const;
const roll = (dice: string) => ['roll', { dice }] as const;

export const phrases: readonly ExpectedPhrase[] = [
  // Reading
  ['what is in README.md?', read('README.md')],
  ["What's in README.md", read('README.md')],
  ['What’s in `README.md`?', read('README.md')],
  ['whats in the file "my notes.txt"?', read('my notes.txt')],
  ['what does package.json say?', read('package.json')],
  ['show me package.json', read('package.json')],
  ['Please show me the contents of src/a.ts.', read('src/a.ts')],
  ['could you read ./src/a.ts, please?', read('./src/a.ts')],
  ['open Makefile', read('Makefile')],
  ['cat .gitignore', read('.gitignore')],
  ['read #file:src/a.ts', read('src/a.ts')],
  ['summarize docs/guide.md', read('docs/guide.md')],
  ['What is the content of C:\\temp\\a.txt?', read('C:\\temp\\a.txt')],
  ['read a.md and b.md', read('a.md'), read('b.md')],
  ['read a.md, b.md and "c d.md"', read('a.md'), read('b.md'), read('c d.md')],
  ['README.md', read('README.md')],
  ['read lines 3 to 10 of src/a.ts', read('src/a.ts', { start_line: 3, end_line: 10 })],
  ['show lines 3-10 of src/a.ts', read('src/a.ts', { start_line: 3, end_line: 10 })],
  ['Lines 1 until 2 in a.txt', read('a.txt', { start_line: 1, end_line: 2 })],
  ['read src/a.ts from line 3 to 10', read('src/a.ts', { start_line: 3, end_line: 10 })],
  ['show me line 7 of a.txt', read('a.txt', { start_line: 7, end_line: 7 })],
  ['show the first 5 lines of a.txt', read('a.txt', { start_line: 1, end_line: 5 })],
  // Listing
  ['list files', list()],
  ['list the files here', list()],
  ['show me all files', list()],
  ['what files are there?', list()],
  ['which files are in this folder?', list()],
  ['ls', list()],
  ['list src', list('src')],
  ["what's in the src folder?", list('src')],
  ['what is in src/?', list('src/')],
  ['what is in the folder "my folder"?', list('my folder')],
  ['list the files in src/converser', list('src/converser')],
  ['show the folder src', list('src')],
  ['what files are in test?', list('test')],
  // Finding
  ['find *.ts', find('*.ts')],
  ['find all *.ts files in src', find('*.ts', 'src')],
  ['find files named config', find('*config*')],
  ['find the file package.json', find('package.json')],
  ['where is tsconfig.json?', find('tsconfig.json')],
  ['find all ts files', find('*.ts')],
  ['find files ending with .md', find('*.md')],
  ['find files matching src/**/*.test.ts', find('src/**/*.test.ts')],
  ['what is in the first file found by *.md', find('*.md')],
  // Searching
  ['search for TODO', search('TODO')],
  ['search for TODO in src', search('TODO', { path: 'src' })],
  ['search for "hello world" in the folder src', search('hello world', { path: 'src' })],
  ['search for hello world in *.md', search('hello world', { glob: '*.md' })],
  ['where is createHost mentioned?', search('createHost')],
  ['where is `a.b()` used in src/a.ts?', search('a.b()', { path: 'src/a.ts' })],
  ['which files mention TODO?', search('TODO')],
  ['grep TODO in src', search('TODO', { path: 'src' })],
  ['find all occurrences of foo', search('foo')],
  ['find foo in src', search('foo', { path: 'src' })],
  ['look for the word salt in a.txt', search('salt', { path: 'a.txt' })],
  // Writing and changing
  ['write hello world in notes.txt', write('notes.txt', 'hello world')],
  ['write "hello, world" to notes.txt', write('notes.txt', 'hello, world')],
  ['write salt and pepper in notes.txt', write('notes.txt', 'salt and pepper')],
  ['create a file x.txt with content abc def', write('x.txt', 'abc def')],
  ['create a new file called x.txt containing abc!', write('x.txt', 'abc!')],
  ['create x.txt with the content:\n```\none\ntwo\n```', write('x.txt', 'one\ntwo')],
  ['create x.txt with content:\none\nlist files', write('x.txt', 'one\nlist files')],
  ['write to notes.txt: a; b', write('notes.txt', 'a; b')],
  ['save done as state.txt', write('state.txt', 'done')],
  ['create an empty file empty.txt', write('empty.txt', '')],
  ['replace old with new in f.txt', replace('f.txt', 'old', 'new')],
  ['replace "a and b" by "c" in f.txt', replace('f.txt', 'a and b', 'c')],
  ['change all colour to color in f.txt', replace('f.txt', 'colour', 'color')],
  ['in f.txt replace x with y', replace('f.txt', 'x', 'y')],
  ['remove the word very from f.txt', replace('f.txt', 'very', '')],
  ['append "one more" to a.txt', read('a.txt')],
  ['rename a.txt to b.txt', ['move_file', { path: 'a.txt', new_path: 'b.txt' }]],
  ['move src/a.ts into lib/', ['move_file', { path: 'src/a.ts', new_path: 'lib/' }]],
  ['delete x', ['delete_file', { path: 'x' }]],
  ['delete the file old.txt', ['delete_file', { path: 'old.txt' }]],
  ['show me what is in src', list('src')],
  ['remove a.txt and b.txt', ['delete_file', { path: 'a.txt' }], ['delete_file', { path: 'b.txt' }]],
  // What the editor knows
  ['any problems?', ['get_diagnostics', {}]],
  ['are there any errors in src/a.ts?', ['get_diagnostics', { path: 'src/a.ts' }]],
  ['show me all problems', ['get_diagnostics', {}]],
  ['symbols in f.ts', ['get_symbols', { path: 'f.ts' }]],
  ['what functions are in f.ts?', ['get_symbols', { path: 'f.ts' }]],
  ['where is the function createHost?', ['get_symbols', { name: 'createHost' }]],
  // Chance
  ['roll 3d6+2', roll('3d6+2')],
  ['Roll 2 d 10 - 1!', roll('2d10-1')],
  ['roll a d20', roll('1d20')],
  ['roll a die', roll('1d6')],
  ['roll two dice', roll('2d6')],
  ['throw the dice', roll('1d6')],
  ['d20', roll('1d20')],
  ['flip a coin', ['choose', { options: ['heads', 'tails'] }]],
  ['choose between tea, coffee and "iced water"', ['choose', { options: ['tea', 'coffee', 'iced water'] }]],
  ['pick one of a, b or c', ['choose', { options: ['a', 'b', 'c'] }]],
  ['sample 2 of a, b, c', ['sample', { count: 2, items: ['a', 'b', 'c'] }]],
  ['draw three from ann, bob, cy and di', ['sample', { count: 3, items: ['ann', 'bob', 'cy', 'di'] }]],
  ['a random number between 1 and 10', ['random_number', { min: 1, max: 10 }]],
  ['give me a random number from -5 to 5', ['random_number', { min: -5, max: 5 }]],
  ['random number', ['random_number', {}]],
  // Time
  ['what time is it?', ['current_time', {}]],
  ['what time is it in Tokyo?', ['current_time', { time_zone: 'Asia/Tokyo' }]],
  ['what time is it in New York right now?', ['current_time', { time_zone: 'America/New_York' }]],
  ['what is the time in São Paulo', ['current_time', { time_zone: 'America/Sao_Paulo' }]],
  ['what day is it?', ['current_time', {}]],
  ['how long from 9:00 to 17:30', ['duration', { start: '09:00', end: '17:30' }]],
  ['how many days until 2030-01-01?', ['duration', { start: 'now', end: '2030-01-01' }]],
  ['how long is it from 9am till noon?', ['duration', { start: '09:00', end: '12:00' }]],
  [
    'convert 3 pm from Berlin to Tokyo',
    ['convert_time', { time: '15:00', from: 'Europe/Berlin', to: 'Asia/Tokyo' }],
  ],
  ["what's 15:00 in London in UTC?", ['convert_time', { time: '15:00', from: 'Europe/London', to: 'UTC' }]],
  ['what date is it in 90 days?', ['add_duration', { start: 'now', days: 90 }]],
  ['3 weeks after 2026-01-01', ['add_duration', { start: '2026-01-01', weeks: 3 }]],
  // Several at once
  ['roll a die and flip a coin', roll('1d6'), ['choose', { options: ['heads', 'tails'] }]],
  ['list src, roll 2d6, and what time is it?', list('src'), roll('2d6'), ['current_time', {}]],
  ['What is in README.md? Roll a die.', read('README.md'), roll('1d6')],
  ['- list src\n- read a.md\n2. roll a die', list('src'), read('a.md'), roll('1d6')],
  ['hello, what is in README.md?', read('README.md')],
];

/** What is answered without a call. */
export const talk: readonly string[] = [
  'hello',
  'Hi!',
  'help',
  'who are you?',
  'what can you do?',
  'are you a language model?',
  'thanks',
  'what is in this file?',
  'what is in it?',
  'read it',
];

/** What no rule is for. */
export const nonsense: readonly string[] = [
  'tell me a joke',
  'why is the sky blue?',
  'write',
  'delete it',
  'refactor everything nicely and make it fast',
  'the quick brown fox jumps over the lazy dog',
  '…',
];
