import type { Prompt } from '@modelcontextprotocol/client';
import { errors } from '../../../converser/ground/errors.ts';
import { isJsonObject } from '../../../converser/ground/json/json.ts';

/** `/server:prompt name=value` is how you type a prompt into the message field. */
export interface WrittenPrompt {
  readonly server: string;
  readonly prompt: string;
  readonly written: string;
}

export function writtenPrompt(message: string): WrittenPrompt | undefined {
  const match = /^\/([a-z0-9][a-z0-9_-]*):(\S+)(?:\s+([\s\S]*))?$/.exec(message.trim());
  if (match === null) return undefined;
  const [, server = '', prompt = '', written = ''] = match;
  return { server, prompt, written: written.trim() };
}

/** A space would end the name, so it is percent-encoded. */
export function promptReference(server: string, prompt: string): string {
  return `/${server}:${asWord(prompt)}`;
}

export function promptMeantBy(written: string, prompts: readonly Prompt[]): Prompt | undefined {
  return prompts.find(({ name }) => name === written) ?? prompts.find(({ name }) => asWord(name) === written);
}

export function asWord(name: string): string {
  return name.replace(/\s/g, encodeURIComponent);
}

type Arguments = Readonly<Record<string, string>>;

/** Takes a JSON object, `name=value`, or plain text for a single argument. Throws a `ConverserError` otherwise. */
export function promptArguments({ server, prompt, written }: WrittenPrompt, declared: Prompt): Arguments {
  const known = declared.arguments ?? [];
  const args = written.startsWith('{')
    ? jsonArguments(written)
    : (writtenPairs(written) ?? lone(written, known));
  const given = Object.keys(args ?? {});
  const unknown = given.filter(name => !known.some(argument => argument.name === name));
  const missing = known.filter(({ name, required }) => required && !given.includes(name));
  if (args === undefined || unknown.length > 0 || missing.length > 0) {
    throw errors.badArguments(
      `Write it as ${`/${server}:${prompt} ${usage(known)}`.trim()}${quoting(known)}`,
    );
  }
  return args;
}

export function usage(declared: NonNullable<Prompt['arguments']>): string {
  if (!declared.every(({ name }) => isPairable(name)))
    return `{${declared.map(({ name }) => `${JSON.stringify(name)}: "…"`).join(', ')}}`;
  return declared.map(({ name, required }) => (required ? `${name}=…` : `[${name}=…]`)).join(' ');
}

function quoting(declared: NonNullable<Prompt['arguments']>): string {
  const isNeeded = declared.length > 0 && declared.every(({ name }) => isPairable(name));
  return isNeeded ? ', with quotes around values that contain spaces' : '';
}

export function writeArguments(args: Arguments): string {
  if (!Object.keys(args).every(isPairable)) return JSON.stringify(args);
  return Object.entries(args)
    .map(([name, value]) => `${name}=${/^[^\s"]+$/.test(value) ? value : JSON.stringify(value)}`)
    .join(' ');
}

/** Tells whether a name can be written as `name=value` and read back. */
export function isPairable(name: string): boolean {
  return /^[^\s="{][^\s="]*$/.test(name);
}

function jsonArguments(written: string): Arguments | undefined {
  try {
    const parsed: unknown = JSON.parse(written);
    if (!isJsonObject(parsed)) return undefined;
    const entries = Object.entries(parsed);
    return Object.fromEntries(
      entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    );
  } catch {
    return undefined;
  }
}

/** Returns `undefined` if there is anything but `name=value`. */
export function writtenPairs(written: string): Arguments | undefined {
  const pair = /\s*([^\s="]+)=("(?:[^"\\]|\\.)*"|[^\s"]*)(?=\s|$)/gy;
  const args: Record<string, string> = {};
  let end = 0;
  for (const match of written.matchAll(pair)) {
    const [whole, name = '', value = ''] = match;
    args[name] = value.startsWith('"') ? unquoted(value) : value;
    end = match.index + whole.length;
  }
  return written.slice(end).trim() === '' ? args : undefined;
}

function unquoted(value: string): string {
  try {
    return String(JSON.parse(value));
  } catch {
    return value.slice(1, -1);
  }
}

function lone(written: string, known: NonNullable<Prompt['arguments']>): Arguments | undefined {
  const required = known.filter(argument => argument.required);
  const [only] = required.length === 1 ? required : known;
  // `name=two words` lacks quotes; it is not plain text.
  const isPair = known.some(({ name }) => written.startsWith(`${name}=`));
  const isClear = !isPair && (known.length === 1 || required.length === 1);
  return isClear && only !== undefined ? { [only.name]: written } : undefined;
}
