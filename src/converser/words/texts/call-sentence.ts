import { isJsonObject, type JsonObject } from '../../ground/json/json.ts';
import { countText } from '../../ground/wording/numbers.ts';
import { visibleLine } from '../../ground/wording/visible-text.ts';
import type { InvocationCanister, ResultCanister } from '../canister/canister.ts';
import { planOf, progressText } from './plan-text.ts';

export interface CallSentence {
  readonly verb: string;
  readonly object: string;
  readonly href?: string;
  readonly outcome?: string;
}

export type Tense = 'plain' | 'running' | 'done';

/** `undefined` for tools that Converser doesn't know, whose names are shown instead. */
export function callSentence(
  call: InvocationCanister,
  { tense, result }: { readonly tense: Tense; readonly result?: Result | undefined },
): CallSentence | undefined {
  const words = wordsFor(call);
  const object = words?.object(call.arguments);
  if (words === undefined || object === undefined) return undefined;
  const file = words.links === undefined ? undefined : call.arguments[words.links];
  const outcome = tense === 'done' && result !== undefined ? outcomeOf(call, result) : undefined;
  return {
    verb: (tense === 'done' ? foundText(call, result) : undefined) ?? words.verbs[tense],
    object: visibleLine(object),
    ...(typeof file === 'string' ? { href: hrefOf(file, call.arguments) } : {}),
    ...(outcome === undefined ? {} : { outcome }),
  };
}

type Result = Pick<ResultCanister, 'screen' | 'content' | 'finds'>;

function foundText({ ensemble, name }: InvocationCanister, result: Result | undefined): string | undefined {
  if (`${ensemble}:${name}` !== 'tools:find_tools' || result === undefined) return undefined;
  const { length } = result.finds ?? [];
  return `Found ${length === 0 ? 'no tool' : countText(length, 'tool')} for`;
}

function outcomeOf(call: InvocationCanister, result: Result): string | undefined {
  const plan = planOf(call, result);
  return plan === undefined ? countsIn(result.screen ?? '') : progressText(plan);
}

interface Words {
  readonly verbs: Readonly<Record<Tense, string>>;
  readonly object: (args: JsonObject) => string | undefined;
  readonly links?: string;
}

function wordsFor({ ensemble, name, arguments: args, malformedArguments }: InvocationCanister) {
  if (malformedArguments !== undefined) return undefined;
  const tool = `${ensemble}:${name}`;
  if (tool === 'web:fetch_page' && args.question !== undefined) return askedPage;
  return Object.hasOwn(tools, tool) ? tools[tool] : undefined;
}

const path = ({ path }: JsonObject) => given(path);
const folder = ({ path = '.' }: JsonObject) => (path === '.' ? 'the workspace' : given(path));

const summarize = verbs('Summarize', 'Summarizing', 'Summarized');

const tools: Readonly<Record<string, Words>> = {
  'workspace:read_file': ofFile('Read', 'Reading', 'Read'),
  'workspace:write_file': ofFile('Write', 'Writing', 'Wrote'),
  'workspace:edit_file': ofFile('Edit', 'Editing', 'Edited'),
  'workspace:delete_file': { verbs: verbs('Delete', 'Deleting', 'Deleted'), object: path },
  'workspace:move_file': {
    verbs: verbs('Move', 'Moving', 'Moved'),
    object: ({ path, new_path }) => given(path) && given(new_path) && `${given(path)} to ${given(new_path)}`,
  },
  'workspace:list_directory': { verbs: verbs('List', 'Listing', 'Listed'), object: folder },
  'workspace:find_files': {
    verbs: verbs('Find files', 'Finding files', 'Looked for files'),
    object: ({ glob, path }) => given(glob) && `${given(glob)}${within(path)}`,
  },
  'workspace:search_text': {
    verbs: verbs('Search for', 'Searching for', 'Searched for'),
    object: ({ query, path }) => given(query) && `“${given(query)}”${within(path)}`,
  },
  'workspace:get_diagnostics': {
    verbs: verbs('Check for problems in', 'Checking for problems in', 'Checked for problems in'),
    object: args => (args.path === undefined ? 'the workspace' : path(args)),
  },
  'workspace:get_symbols': ofFile('List the symbols of', 'Listing the symbols of', 'Listed the symbols of'),
  'workspace:ask_about': ofFile('Ask about', 'Asking about', 'Asked about'),
  'summarization:summarize_file': { verbs: summarize, object: path, links: 'path' },
  'summarization:summarize_folder': { verbs: summarize, object: folder },
  'summarization:summarize_conversation': { verbs: summarize, object: () => 'the conversation' },
  'models:ask_model': {
    verbs: verbs('Ask', 'Asking', 'Asked'),
    object: ({ model }) => (model === undefined ? 'another model' : given(model)),
  },
  'tools:find_tools': {
    verbs: verbs('Find tools for', 'Looking for tools for', 'Looked for tools for'),
    object: ({ query }) => given(query) && `“${given(query)}”`,
  },
  'tools:describe_tool': {
    verbs: verbs('Look up', 'Looking up', 'Looked up'),
    object: ({ names }) => (Array.isArray(names) ? given(names.join(', ')) : undefined),
  },
  'shell:run_command': { verbs: verbs('Run', 'Running', 'Ran'), object: command },
  'shell:bring_changes': {
    verbs: verbs('Bring', 'Bringing', 'Brought'),
    object: () => 'changes to protected places',
  },
  'web:fetch_page': { verbs: verbs('Fetch', 'Fetching', 'Fetched'), object: ({ url }) => given(url) },
  'dialogue:ask_person': {
    verbs: verbs('Ask you', 'Waiting for your answer:', 'Asked you'),
    object: ({ questions }) => (Array.isArray(questions) ? firstQuestion(questions[0]) : undefined),
  },
  'dialogue:plan': {
    verbs: verbs('Update', 'Updating', 'Updated'),
    object: ({ steps, updates }) => (steps === undefined && updates === undefined ? undefined : 'the plan'),
  },
};

const askedPage: Words = {
  verbs: verbs('Ask about', 'Asking about', 'Asked about'),
  object: ({ url }) => given(url),
};

function ofFile(...named: Parameters<typeof verbs>): Words {
  return { verbs: verbs(...named), object: path, links: 'path' };
}

function verbs(plain: string, running: string, done: string): Words['verbs'] {
  return { plain, running, done };
}

function given(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function command({ line, program, args = [] }: JsonObject): string | undefined {
  if (line !== undefined) return given(line);
  return given(program) && Array.isArray(args) ? [program, ...args].join(' ') : undefined;
}

function firstQuestion(asked: unknown): string | undefined {
  return isJsonObject(asked) ? given(asked.question) : undefined;
}

function within(path: unknown): string {
  const folder = given(path);
  return folder === undefined || folder === '.' ? '' : ` in ${folder}`;
}

/** A path may hold characters with a meaning in an address, such as `#`. */
function hrefOf(file: string, { start_line: first, end_line: last }: JsonObject): string {
  const place = file.split('/').map(encodeSafely).join('/');
  if (typeof first !== 'number') return place;
  return `${place}#L${first}${typeof last === 'number' ? `-L${last}` : ''}`;
}

function encodeSafely(part: string): string {
  return encodeURIComponent(part.toWellFormed());
}

function countsIn(screen: string): string | undefined {
  return / (\+[\d,]+ −[\d,]+)$/.exec(screen.split('\n', 1)[0] ?? '')?.[1];
}
