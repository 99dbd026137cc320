import { type Rule, textIn } from './rule.ts';

const look = '(show|list|display|print|see|ls|dir)';
const open = '(read|open|show|display|print|cat|view|see|type|output)';
const search = '(search|look|grep|scan)';
const find = '(find|locate|list|show|get|search for|look for|where is|where are|which are)';
const here =
  '(here|(in|of) (the|this|my) (workspace|project|repo|repository|folder|directory|current (folder|directory)))';

/** The files of the workspace. */
export const workspaceRules: readonly Rule[] = [
  {
    wants: 'read_file',
    example: 'what is in README.md?',
    says: [
      `[${open}] [me] [the] (lines|line) {start_line:number} (to|-|until|till|through|and|up to) {end_line:number} (of|in|from) [the] [file] {path}`,
      `${open} {path} (from line|from|lines|line) {start_line:number} (to|-|until|till|through) [line] {end_line:number}`,
      `(what is|what's|whats|what are) (in|on) [the] (lines|line) {start_line:number} (to|-|until|through|and) {end_line:number} (of|in) {path}`,
    ],
  },
  {
    wants: 'read_file',
    says: [
      `[${open}] [me] [the] (lines|line) {range} (of|in|from) [the] [file] {path}`,
      `${open} {path} [from] (lines|line) {range}`,
    ],
    with: ({ path = '', range }) => {
      const [start_line = 1, end_line = 1] = Array.isArray(range) ? range : [];
      return { path, start_line, end_line };
    },
  },
  {
    wants: 'read_file',
    says: [
      `[${open}] [me] [the] first {end_line:number} lines (of|in|from) [the] [file] {path}`,
      `head -n {end_line:number} {path}`,
    ],
    with: ({ path = '', end_line = 1 }) => ({ path, start_line: 1, end_line }),
  },
  {
    wants: 'read_file',
    says: [
      `[${open}] [me] [the] line {line:number} (of|in|from) [the] [file] {path}`,
      `(what is|what's|whats) (in|on) line {line:number} (of|in) [the] [file] {path}`,
    ],
    with: ({ path = '', line = 1 }) => ({ path, start_line: line, end_line: line }),
  },
  {
    wants: 'find_files',
    says: [
      "(what is|what's|whats) in the first [file] (found by|matching|of|that matches|called|named) {glob}",
      `${open} the first [file] (found by|matching|of|that matches|called|named) {glob}`,
    ],
    followUp: {
      wants: 'read_file',
      with: (_slots, result) => {
        const [first = ''] = result.split('\n');
        return /^No |^\[|^$/.test(first) ? undefined : { path: first };
      },
    },
  },
  {
    wants: 'list_directory',
    example: 'list src',
    says: [
      `(${look}|what are|which are|give|get) [me] [all] [of] [the] [my] (files|folders|directories|entries|contents|content|files and folders|everything|folder|directory|dir) [${here}]`,
      `(what|which) (files|folders|files and folders) (are|exist|are there|do you see|do I have|do we have) [there] [${here}]`,
      `(what is|what's|whats|what do you see) (here|in here|in (the|this|my) (workspace|project|repo|repository|folder|directory|current (folder|directory)|root [folder|directory]))`,
      '(ls|dir)',
    ],
    with: () => ({}),
  },
  {
    wants: 'list_directory',
    says: [
      `(${look}|give|get) [me] [all] [of] [the] (files|folders|entries|files and folders) (in|of|inside|within|under|from|below) [the] [folder|directory] {path} [folder|directory]`,
      `(${look}|give|get) [me] [the] (contents|content|everything|what is|what's) (in|of|inside) [the] [folder|directory] {path:folder} [folder|directory]`,
      `${look} [me] [the] (folder|directory) {path}`,
      `${look} [me] [the] {path} (folder|directory)`,
      `(what is|what's|whats|what are) [there] (in|inside|within|under) [the] (folder|directory) {path}`,
      `(what is|what's|whats|what are) [there] (in|inside|within|under) [the] {path} (folder|directory)`,
      `(what|which) (files|folders|files and folders) (are|exist|are there|lie) [there] (in|inside|within|under) [the] [folder|directory] {path} [folder|directory]`,
      `(list|ls|dir) [the] {path:folder}`,
    ],
  },
  {
    wants: 'find_files',
    example: 'find *.ts',
    says: [
      `${find} [me] [all] [the] [files] [named|called|matching|like|that match] {glob} [files] [in the workspace|in this project|here]`,
    ],
  },
  {
    wants: 'find_files',
    says: [
      `${find} [me] [all] [the] [files] [named|called|matching|like|that match] {glob} [files] (in|under|below|inside) [the] [folder|directory] {path} [folder|directory]`,
    ],
  },
  {
    wants: 'find_files',
    says: [
      `${find} [me] [all] [the|my] [files] (ending|that end|which end) (in|with|on) {ending:ending}`,
      `${find} [me] [all] [the|my] {ending:ending} files [in the workspace|in this project|here]`,
      `(where are|what|which) [all] [the|my] {ending:ending} files [are there|exist|do we have]`,
    ],
    with: slots => ({ glob: `*.${textIn(slots, 'ending')}` }),
  },
  {
    wants: 'find_files',
    says: [
      `${find} [me] [all] [the|a|any] (file|files) [that are|that is|which is|which are] (named|called|with the name) {name} [in the workspace|in this project|here]`,
      `(find|locate|where is) [the] [file] {name:file}`,
      `is there [a|any] [file] [named|called] {name:file}`,
    ],
    with: slots => {
      const name = textIn(slots, 'name');
      return { glob: /[.*?]/.test(name) ? name : `*${name}*` };
    },
  },
  {
    wants: 'search_text',
    example: 'search for TODO in src',
    says: [
      `${search} [for] {query:text} in [all|the] [files] [matching|named|like] {glob} [files]`,
      `(find|where is) {query:text} in [all|the] {glob} [files]`,
    ],
  },
  {
    wants: 'search_text',
    says: [
      `${search} [for] [the] [text|word|string|phrase] {query:text} in (this|the) (workspace|project|repo|repository|code|codebase|files)`,
      `(${search}|find) [for] [the] [text|word|string|phrase] {query:text} (everywhere|in all files|in all the files|in every file|here)`,
      `(where is|where's|where are|where do you find|where do I find|where does) [the] [text|word|string|phrase] {query:text} (mentioned|used|defined|found|occur|occurs|appear|appears|written|come from|referenced|declared) [${here}|in the code|here]`,
      `(which|what) files (mention|contain|use|have|reference|include) [the] [text|word|string] {query:text}`,
      `find [all|every|the] (occurrences|occurrence|uses|usages|mentions|places|references) (of|to|with) [the] [text|word|string] {query:text} [${here}]`,
      `who (uses|mentions|calls) {query:text}`,
    ],
  },
  {
    wants: 'search_text',
    says: [
      `${search} [for] [the] [text|word|string|phrase] {query:text} (in|inside|within|under|below) [the] [folder|directory|file] {path} [folder|directory]`,
      `${search} (in|inside|within|through) [the] [folder|directory|file] {path} [folder|directory] for [the] [text|word|string|phrase] {query:text}`,
      `search {path:file} for [the] [text|word|string|phrase] {query:text}`,
      `(where is|where's|where are) [the] [text|word|string] {query:text} (mentioned|used|defined|found|written|referenced|declared) (in|inside|under) [the] [folder|directory|file] {path} [folder|directory]`,
      `find [all|every|the] [occurrences of|uses of|usages of|mentions of] [the] [text|word|string|phrase] {query:text} (in|inside|within|under) [the] [folder|directory|file] {path} [folder|directory]`,
      `(does|do) {path} (mention|contain|have|use) {query:text}`,
    ],
  },
  {
    wants: 'search_text',
    says: [
      `${search} [for] [the] (text|word|string|phrase) {query:text}`,
      `search for {query:text}`,
      "(where is|where's|where are) {query:name}",
      `(grep|search) {query:text}`,
      `find [the] (text|word|string|phrase) {query:text}`,
    ],
  },
  {
    wants: 'get_diagnostics',
    example: 'any problems?',
    says: [
      `(are there|is there|any|do you see|do we have|do I have|what are|which are|show|list|get|check for|what about) [me] [there] [any] [the|all the|all] (problems|problem|errors|error|warnings|diagnostics|issues|errors or warnings|errors and warnings) [${here}|in the code|now|right now]`,
      'what is (wrong|broken) [here|in the code]',
      '(problems|errors|warnings|diagnostics)',
    ],
    with: () => ({}),
  },
  {
    wants: 'get_diagnostics',
    says: [
      `(are there|is there|any|show|list|get|check for|what are) [me] [there] [any] [the|all the|all] (problems|problem|errors|error|warnings|diagnostics|issues) (in|with|for|of) [the] [file|folder] {path}`,
      `(what is|what's) (wrong|broken) (with|in) [the] [file] {path}`,
      `(problems|errors|warnings|diagnostics) (in|of|for) {path}`,
    ],
  },
  {
    wants: 'get_symbols',
    says: [
      `[show|list|get|what are|what|which] [me] [all] [the] (symbols|functions|classes|methods|outline) [are] [there] (in|of|from|for) [the] [file] {path}`,
      `outline {path}`,
    ],
  },
  {
    wants: 'get_symbols',
    says: ['(find|where is|locate|show) [me] [the] (symbol|function|class|method|variable) {name}'],
  },
  {
    wants: 'edit_file',
    example: 'replace old with new in notes.txt',
    says: [
      '(replace|change|substitute) [all|every|each] [occurrence of|occurrences of] [the] [text|word] {search:text} (with|by|to|into) {text:text} (in|inside) [the] [file] {path}',
      '(in|inside) [the] [file] {path} (replace|change) [all|every] [the] [text|word] {search:text} (with|by|to|into) {text:text}',
    ],
    with: ({ path = '', search: wanted = '', text = '' }) => ({
      path,
      pieces: [{ action: 'search_replace', search: wanted, text, all: true }],
    }),
  },
  {
    wants: 'edit_file',
    says: [
      '(remove|delete|erase) [all|every] [the] (text|word|words) {search:text} (from|in) [the] [file] {path}',
    ],
    with: ({ path = '', search: wanted = '' }) => ({
      path,
      pieces: [{ action: 'search_replace', search: wanted, text: '', all: true }],
    }),
  },
  {
    wants: 'read_file',
    says: [
      '(append|add) [a|the] [new] [line|text|words] [saying|with|that says] {text:content} (to|at) [the] [end of] [the] [file] {path:file}',
      'append to [the] [file] {path}: {text:content}',
    ],
    with: ({ path = '' }) => ({ path }),
    // Where the end is has to be seen first.
    followUp: {
      wants: 'edit_file',
      with: ({ path = '', text = '' }, result) => {
        const lines = lineCount(result);
        return lines === undefined
          ? undefined
          : { path, pieces: [{ action: 'insert', line: lines + 1, text }] };
      },
    },
  },
  {
    wants: 'write_file',
    example: 'write hello world in notes.txt',
    says: [
      '(create|make|write|save|add|start) [me] [a|the] [new] [text] [file] [named|called] {path} (with|containing|that says|saying|holding) [the|this] [content|contents|text|following] [content|text|lines] {content}',
      '(create|make|write|save) [a|the] [new] [text] [file] [named|called] {path}: {content}',
      '(write|save|put) (in|into|to) [a|the] [new] [file] [named|called] {path}: {content}',
      '(write|save|put|store) [the|this] [text|words|content|line] {content} (in|into|to|as) [a|the] [new] [file] [named|called] {path:file}',
      'echo {content} > {path}',
    ],
  },
  {
    wants: 'write_file',
    says: [
      '(create|make|touch) [me] [a|an|the] [new] [empty] (file|text file) [named|called] {path}',
      '(create|make|touch) [me] [a|an|the] [new] [empty] [file] [named|called] {path:file}',
    ],
    with: ({ path = '' }) => ({ path, content: '' }),
  },
  {
    wants: 'move_file',
    says: [
      '(rename|move|mv) [the] [file|folder|directory] {path} (to|into|as|in) [the] [file|folder|directory] {new_path:path} [folder|directory]',
      'mv {path} {new_path:path}',
    ],
  },
  {
    wants: 'delete_file',
    says: [
      '(delete|remove|trash|erase|rm) [the] [file|files|folder|directory] {paths}',
      'throw away {paths}',
    ],
    each: 'paths',
    with: ({ paths: path = '' }) => ({ path }),
  },
  {
    wants: 'read_file',
    says: [
      `(what is|what's|whats|what does|what do|what are) [there] (in|inside|written in) [the] [file|files] {paths:files}`,
      `(what is|what's|whats) the (content|contents|text) (of|in) [the] [file] {paths}`,
      `what (does|do) [the] [file|files] {paths} (say|contain|hold|look like)`,
      `${open} [me] [the] [content of|contents of|text of] [the] (file|files) {paths}`,
      `${open} [me] [the] (content of|contents of|text of) {paths}`,
      `${open} [me] what is (in|inside) [the] [file] {paths}`,
      `(read|open|cat|view|print|display) [me] [the] {paths}`,
      `${open} [me] [the] [file] {paths:files}`,
      `(summarize|summarise|explain|describe|look at|look into) [me] [the] [file] {paths:files}`,
      'what about {paths:files}',
    ],
    each: 'paths',
    with: ({ paths: path = '' }) => ({ path }),
  },
  {
    wants: 'read_file',
    says: ['{paths:files}'],
    each: 'paths',
    isWhole: true,
    with: ({ paths: path = '' }) => ({ path }),
  },
  {
    wants: 'list_directory',
    says: [
      `(what is|what's|whats) [there] (in|inside|under) [the] {path:folder}`,
      `(show|look at|look into|look in|open) [me] [the] {path:folder}`,
    ],
  },
];

/** How many lines a file has, by the note that ends what was read of it. */
function lineCount(result: string): number | undefined {
  const note = /\[([^\n]*)\][^\n]*$/.exec(result)?.[1] ?? '';
  if (/empty/.test(note)) return 0;
  const count = /of (\d+) lines|of (\d+)\.|^(\d+) lines?/.exec(note);
  const digits = count?.slice(1).find(group => group !== undefined);
  return digits === undefined ? undefined : Number(digits);
}
