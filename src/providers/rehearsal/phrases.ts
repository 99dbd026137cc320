import { defined } from '../../converser/ground/json/defined.ts';
import type { JsonObject } from '../../converser/ground/json/json.ts';

export type Said = { readonly wants: string; readonly arguments: JsonObject } | { readonly answer: Answer };

export type Answer = 'documents' | 'help' | 'greeting' | 'thanks';

export function readPhrase(written: string): Said | undefined {
  const request = withoutCourtesy(written);
  if (request === '' || request.length > 10_000) return undefined;
  const small = talk.find(({ says }) => says.some(pattern => pattern.test(request)));
  if (small !== undefined) return small;
  for (const { wants, says, with: argumentsOf } of rules) {
    for (const pattern of says) {
      const match = pattern.exec(request);
      const slots = Object.entries(match?.groups ?? {}).map(([name, value]) => [name, unquote(value)]);
      const args = match === null ? undefined : argumentsOf(Object.fromEntries(slots));
      if (args !== undefined) return { wants, arguments: args };
    }
  }
  return undefined;
}

function withoutCourtesy(written: string): string {
  return written
    .trim()
    .replace(/^[-*•]\s{1,9}/, '')
    .replace(/^(?:(?:please|can you|could you|and|also|then|now)[,\s]{1,9}){1,9}/i, '')
    .replace(/(?<![\s?!.…])[\s?!.…]{1,99}$/, '')
    .replace(/[,\s]{1,9}(?:please|for me|thanks)$/i, '');
}

function unquote(written: string): string {
  return /^(?:`[^`]*`|"[^"]*"|“[^”]*”)$/.test(written) ? written.slice(1, -1) : written;
}

type Slots = Readonly<Partial<Record<string, string>>>;

interface Rule {
  readonly wants: string;
  readonly example?: string;
  readonly says: readonly RegExp[];
  readonly with: (slots: Slots) => JsonObject | undefined;
}

/** `PATH` is one word or something in quotes. Spaces are bounded, so that no pattern takes long to fail. */
function phrases(...patterns: readonly string[]): readonly RegExp[] {
  return patterns.map(pattern => {
    const source = pattern.replaceAll('PATH', '(?<path>`[^`]+`|"[^"]+"|“[^”]+”|\\S+)');
    return new RegExp(`^(?:${source.replaceAll("'", "['’]").replaceAll(' ', '\\s{1,9}')})$`, 'i');
  });
}

const talk: readonly { readonly answer: Answer; readonly says: readonly RegExp[] }[] = [
  {
    answer: 'documents',
    says: phrases("(?:what(?: is|'s)(?: in)?|read|summarize|explain) (?:it|this|this file)|what is attached"),
  },
  {
    answer: 'help',
    says: phrases('/?help|(?:who|what) are you|what can (?:you do|I ask)|are you a language model'),
  },
  { answer: 'greeting', says: phrases('hi|hello|hey|good (?:morning|day|evening)') },
  { answer: 'thanks', says: phrases('thanks|thank you') },
];

const find = 'find(?: me)?(?: all)?(?: the)?(?: files)?(?: named| called| matching)?';
const summarize = '(?:summarize|summarise|sum up)';
const search = '(?:search|grep|look) (?:for )?(?<query>.+?)';

export const rules: readonly Rule[] = [
  {
    wants: 'list_directory',
    example: 'list src',
    says: phrases(
      'list|ls|(?:list|show)(?: me)?(?: all)?(?: the)? files|what files are (?:here|there)',
      '(?:list|show)(?: me)?(?: all)?(?: the)? files in(?: the folder)? PATH',
      '(?:list|ls)(?: the folder)? PATH',
      "what(?: is|'s) in(?: the folder)? PATH",
    ),
    with: ({ path }) => (path !== undefined && isFile(path) ? undefined : defined({ path })),
  },
  {
    wants: 'read_file',
    example: 'what is in README.md?',
    says: phrases(
      "what(?: is|'s) in(?: the file)? PATH",
      'what does PATH say',
      '(?:read|open|cat|show|print)(?: me)?(?: the file)? PATH',
    ),
    with: ({ path }) => defined({ path }),
  },
  {
    wants: 'summarize_conversation',
    example: 'summarize this conversation',
    says: phrases(`${summarize} (?:the|this|our) conversation`),
    with: () => ({}),
  },
  {
    wants: 'summarize_file',
    example: 'summarize README.md',
    says: phrases(`${summarize}(?: the file)? PATH`),
    with: ({ path = '' }) => (isFile(path) ? { path } : undefined),
  },
  {
    wants: 'summarize_folder',
    example: 'summarize the folder src',
    says: phrases(`${summarize} the folder PATH`, `${summarize} PATH`),
    with: ({ path = '' }) => (/^(?:it|this|that|them|all|everything)$/i.test(path) ? undefined : { path }),
  },
  {
    wants: 'find_files',
    example: 'find files named *.ts',
    says: phrases(
      `${find} (?<glob>\\S+)(?: files)?`,
      `${find} (?<glob>\\S+)(?: files)? in(?: the folder)? PATH`,
    ),
    with: ({ glob = '', path }) => (/[*?.]/.test(glob) ? defined({ glob, path }) : undefined),
  },
  {
    wants: 'search_text',
    example: 'search for TODO in src',
    says: phrases(`${search} in(?: the folder)? PATH`, search),
    with: ({ query, path }) => defined(path?.includes('*') ? { query, glob: path } : { query, path }),
  },
  {
    wants: 'write_file',
    example: 'write hello in notes/hello.txt',
    says: phrases(
      '(?:write|save|put) (?<content>.+) (?:in|into|to)(?: the file)? PATH',
      'create(?: the| a)?(?: file)?(?: named)? PATH with(?: the)?(?: content| text)? (?<content>.+)',
    ),
    with: ({ path, content }) => defined({ path, content }),
  },
  {
    wants: 'delete_file',
    example: 'delete notes.txt',
    says: phrases('(?:delete|remove)(?: the file| the folder)? PATH'),
    with: ({ path = '' }) => (/^(?:it|this|that|them|all|everything)$/i.test(path) ? undefined : { path }),
  },
  {
    wants: 'roll',
    example: 'roll 3d6+2',
    says: phrases('(?:roll|throw)(?: an?)? (?<dice>\\d{0,9}d\\d{1,9}(?:[+-]\\d{1,9})?|die)'),
    with: ({ dice = '' }) => ({ dice: dice === 'die' ? '1d6' : dice.toLowerCase().replace(/^d/, '1d') }),
  },
  {
    wants: 'choose',
    example: 'flip a coin',
    says: phrases('(?:flip|toss) a coin'),
    with: () => ({ options: ['heads', 'tails'] }),
  },
  {
    wants: 'current_time',
    example: 'what time is it in Tokyo?',
    says: phrases('what time is it(?: now)?', 'what time is it in (?<zone>.+)'),
    with: ({ zone }) => (zone === undefined ? {} : { time_zone: zoneOf(zone) }),
  },
];

function isFile(path: string): boolean {
  return /[^./\\]\.\w+$|(?:^|[/\\])(?:\.\w+|readme|licen[cs]e|makefile|dockerfile)$/i.test(path);
}

function zoneOf(place: string): string {
  const name = place.normalize('NFD').replace(/\p{M}/gu, '').replaceAll(' ', '_').toLowerCase();
  return Intl.supportedValuesOf('timeZone').find(zone => zone.toLowerCase().endsWith(`/${name}`)) ?? place;
}
