import type { JsonObject, JsonValue } from '../../../converser/json/json.ts';

/** Something small that a model is told, and what it must do then. */
export interface ContractCase {
  readonly said: string;
  /** A call that was made before, what came back, and what is said after that. */
  readonly before?: CallBefore;
  readonly wants: Wanted;
}

export interface CallBefore {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly result: string;
  readonly failed?: true;
}

/** The calls, in any order, or an answer without one that contains one of some texts. */
export type Wanted = { readonly calls: readonly WantedCall[] } | { readonly answer: readonly string[] };

export interface WantedCall {
  readonly name: string;
  /** Those that must be there. Texts may differ in white space at their ends. */
  readonly arguments: Readonly<Record<string, JsonValue>>;
  /** Names of further arguments that may be there. */
  readonly optional?: readonly string[];
}

function calls(
  said: string,
  name: string,
  args: WantedCall['arguments'],
  optional: readonly string[] = [],
): ContractCase {
  return { said, wants: { calls: [{ name, arguments: args, optional }] } };
}

function both(said: string, one: WantedCall, other: WantedCall): ContractCase {
  return { said, wants: { calls: [one, other] } };
}

/** A word of the answer, or any answer without calls. */
function answers(said: string, ...answer: readonly string[]): ContractCase {
  return { said, wants: { answer } };
}

function after(said: string, before: CallBefore, wants: Wanted): ContractCase {
  return { said, before, wants };
}

/**
 * 40 cases, the kinds mixed, so that any first part of them is a fair choice: one call, its arguments of all types, several
 * calls, no call, results, failures, and texts that are hard to quote.
 */
export const contractCases: readonly ContractCase[] = [
  calls('Show me the file src/main.ts.', 'read_file', { path: 'src/main.ts' }),
  answers('What is the capital of France? Just answer.', 'Paris'),
  calls('How will the weather be in Lisbon tomorrow?', 'weather', { city: 'Lisbon', day: 'tomorrow' }),
  after(
    'Read VERSION and tell me the version.',
    { name: 'read_file', arguments: { path: 'VERSION' }, result: '4.17.2' },
    { answer: ['4.17.2'] },
  ),
  both(
    'Read a.txt and b.txt. Do both in one reply.',
    { name: 'read_file', arguments: { path: 'a.txt' } },
    { name: 'read_file', arguments: { path: 'b.txt' } },
  ),
  calls('Write the text say "hi" into quote.txt, with the quotation marks.', 'write_file', {
    path: 'quote.txt',
    content: 'say "hi"',
  }),
  calls('Start a timer for 12.5 minutes.', 'set_timer', { minutes: 12.5 }, ['label']),
  answers('Thanks, that was all!', ''),
  calls('Convert 250 euros to yen.', 'convert_money', { amount: 250, from: 'EUR', to: 'JPY' }),
  calls('Find all lines with TODO in the folder lib. Case matters.', 'search_text', {
    text: 'TODO',
    folder: 'lib',
    case_sensitive: true,
  }),
  after(
    'Read conf.json.',
    {
      name: 'read_file',
      arguments: { path: 'conf.json' },
      result: 'The file conf.json does not exist. There is config.json.',
      failed: true,
    },
    { calls: [{ name: 'read_file', arguments: { path: 'config.json' } }] },
  ),
  calls('Run npm test with the argument --silent.', 'run_command', {
    program: 'npm',
    args: ['test', '--silent'],
  }),
  answers('Send an e-mail to my boss. Ask me for whatever you need to know first.', ''),
  calls('Write a file list.md with two lines: "- one" and "- two".', 'write_file', {
    path: 'list.md',
    content: '- one\n- two',
  }),
  calls('Show me lines 10 to 20 of README.md.', 'read_file', {
    path: 'README.md',
    from_line: 10,
    to_line: 20,
  }),
  both(
    'What is the weather in Rome today, and in Oslo tomorrow? Ask for both at once.',
    { name: 'weather', arguments: { city: 'Rome', day: 'today' } },
    { name: 'weather', arguments: { city: 'Oslo', day: 'tomorrow' } },
  ),
  answers('Without any tool: what is 6 times 7?', '42'),
  calls('In app.py, replace x = 1 by x = 2.', 'edit_file', {
    path: 'app.py',
    old_text: 'x = 1',
    new_text: 'x = 2',
  }),
  after(
    'How many dollars are 100 pounds?',
    { name: 'convert_money', arguments: { amount: 100, from: 'GBP', to: 'USD' }, result: '131.40 USD' },
    { answer: ['131.4'] },
  ),
  calls('What is in the folder docs, with all its subfolders?', 'list_folder', {
    path: 'docs',
    recursive: true,
  }),
  calls(
    'Add an event "Review" on 3 March 2027 at 10:00 for 45 minutes.',
    'add_event',
    { title: 'Review', start: '2027-03-03T10:00', minutes: 45 },
    ['guests'],
  ),
  calls('Write {"a": [1, 2]} into data.json.', 'write_file', { path: 'data.json', content: '{"a": [1, 2]}' }),
  answers('Do you have a tool for phone calls? Answer yes or no.', 'no'),
  calls('Search the workspace for the text naïve façade.', 'search_text', { text: 'naïve façade' }, [
    'folder',
    'case_sensitive',
  ]),
  calls(
    'Send an e-mail to ann@example.com and bob@example.com, subject "Lunch", text "At noon?".',
    'send_mail',
    { to: ['ann@example.com', 'bob@example.com'], subject: 'Lunch', text: 'At noon?' },
  ),
  after(
    'Is there a file LICENSE?',
    { name: 'list_folder', arguments: { path: '.' }, result: 'LICENSE\nREADME.md\nsrc/' },
    { answer: ['yes', 'there is', 'license'] },
  ),
  calls('Run git log -n 3.', 'run_command', { program: 'git', args: ['log', '-n', '3'] }),
  both(
    'Start two timers in one reply: 3 minutes named tea, and 10 minutes named rice.',
    { name: 'set_timer', arguments: { minutes: 3, label: 'tea' } },
    { name: 'set_timer', arguments: { minutes: 10, label: 'rice' } },
  ),
  calls('Write the path C:\\temp\\new into path.txt.', 'write_file', {
    path: 'path.txt',
    content: 'C:\\temp\\new',
  }),
  answers('Explain in one sentence what a timer is. Call nothing.', 'time'),
  calls('Replace "</div>" by "</main>" in page.html.', 'edit_file', {
    path: 'page.html',
    old_text: '</div>',
    new_text: '</main>',
  }),
  calls('Convert 1,234.56 dollars to euros.', 'convert_money', { amount: 1234.56, from: 'USD', to: 'EUR' }),
  after(
    'Set a timer of 5 minutes, then say the id of it.',
    { name: 'set_timer', arguments: { minutes: 5 }, result: 'Timer QX-81 runs.' },
    { answer: ['QX-81'] },
  ),
  calls('List the names in src.', 'list_folder', { path: 'src' }, ['recursive']),
  calls(
    'Write a Python file hi.py that prints hi: a function main() of two lines that is called at the end. Use exactly this: def main():\\n    print("hi")\\n\\nmain()',
    'write_file',
    { path: 'hi.py', content: 'def main():\n    print("hi")\n\nmain()' },
  ),
  after(
    'Run the tests.',
    {
      name: 'run_command',
      arguments: { program: 'npm', args: ['test'] },
      result: '3 passed, 1 failed: "adds tax" expected 12 but got 11',
    },
    { answer: ['1', 'one', 'adds tax'] },
  ),
  answers('What is the German word for "tool"? Just the word.', 'werkzeug'),
  calls('Weather in São Paulo today?', 'weather', { city: 'São Paulo', day: 'today' }),
  both(
    'In one reply: list the folder test, and search for the text skip in it.',
    { name: 'list_folder', arguments: { path: 'test' }, optional: ['recursive'] },
    { name: 'search_text', arguments: { text: 'skip', folder: 'test' }, optional: ['case_sensitive'] },
  ),
  calls(
    'Add an event "Standup" on 2027-01-11 at 09:15 with the guests eve and max.',
    'add_event',
    { title: 'Standup', start: '2027-01-11T09:15', guests: ['eve', 'max'] },
    ['minutes'],
  ),
];
