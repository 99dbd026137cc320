import type { JsonObject, JsonValue } from '../../../converser/ground/json/json.ts';

export interface ContractCase {
  readonly said: string;
  readonly before?: CallBefore;
  readonly wants: Wanted;
}

export interface CallBefore {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly result: string;
  readonly failed?: true;
}

export type Wanted = { readonly calls: readonly WantedCall[] } | { readonly answer: readonly string[] };

export interface WantedCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, JsonValue>>;
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

function answers(said: string, ...answer: readonly string[]): ContractCase {
  return { said, wants: { answer } };
}

function after(said: string, before: CallBefore, wants: Wanted): ContractCase {
  return { said, before, wants };
}

/** The kinds of cases are mixed, so that the first half of them is a fair choice. */
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
];
