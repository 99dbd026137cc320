import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import type { ToolDefinition } from '../../../../src/converser/words/models/provider.ts';

/** A reply as models write it, and what must come out. What is left out must not come out. */
export interface CorpusCase {
  readonly about: string;
  readonly reply: string;
  /** What is said: a text, or `as-written` for the reply itself. Default: nothing. */
  readonly text?: string | AsWritten;
  readonly calls?: readonly Call[];
  readonly proposals?: readonly Call[];
  /** Parts of the reasons, one for each malformed call. */
  readonly malformed?: readonly string[];
  readonly reasoning?: string;
  /** The reply goes on in another's name, and ends there. */
  readonly isInvented?: boolean;
}

export const asWritten = Symbol('as written');
type AsWritten = typeof asWritten;

export type Call = readonly [name: string, args: JsonObject];

export const read = (path: string): Call => ['files__read_file', { path }];
export const write = (path: string, content: string): Call => ['files__write_file', { path, content }];
export const roll = (dice: string): Call => ['chance__roll', { dice }];
export const search = (args: JsonObject): Call => ['files__search', args];
export const weather = (city: string): Call => ['weather__get_weather', { city }];

type Rows<Row> = Readonly<Record<string, Row>>;

/** Replies of which the same must come out, each by what it is about. What stands before a `¦` is said as it is. */
export function casesOf(outcome: Omit<CorpusCase, 'about' | 'reply'>) {
  return (replies: Rows<string>): readonly CorpusCase[] =>
    Object.entries(replies).map(([about, written]) => {
      const [before = '', after] = written.split('¦');
      return {
        about,
        reply: before + (after ?? ''),
        ...(after !== undefined && { text: before }),
        ...outcome,
      };
    });
}

/** Replies with the calls that they make. */
export function callsOf(replies: Rows<readonly [reply: string, ...calls: readonly Call[]]>) {
  return Object.entries(replies).flatMap(([about, [reply, ...calls]]) =>
    casesOf({ calls })({ [about]: reply }),
  );
}

/** Replies with the text that they say. */
export function textsOf(replies: Rows<readonly [reply: string, text: string]>) {
  return Object.entries(replies).map(([about, [reply, text]]) => ({ about, reply, text }));
}

/** Replies whose call is malformed, with a part of the reason. */
export function brokenOf(replies: Rows<readonly [reply: string, reason: string]>) {
  return Object.entries(replies).flatMap(([about, [reply, reason]]) =>
    casesOf({ malformed: [reason] })({ [about]: reply }),
  );
}

/** `list` is the bare name of two of them. */
export const corpusTools: readonly ToolDefinition[] = [
  tool('chance__roll', 'dice'),
  tool('files__list', 'path'),
  { ...tool('files__read_file', 'path'), aliases: ['cat', 'open_file'] },
  tool('files__search', 'query', 'limit', 'paths', 'exact'),
  tool('files__write_file', 'path', 'content'),
  tool('git__list', 'branch'),
  tool('weather__get_weather', 'city', 'unit'),
];

function tool(name: string, ...properties: readonly string[]): ToolDefinition {
  const schema = Object.fromEntries(properties.map(property => [property, {}]));
  return { name, description: `Does ${name}.`, inputSchema: { type: 'object', properties: schema } };
}
