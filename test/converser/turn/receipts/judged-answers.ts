import { readFileSync } from 'node:fs';
import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import type { Canister } from '../../../../src/converser/words/canister/canister.ts';
import { ordinaryMarks } from '../../../../src/converser/words/canister/canister.ts';
import { text } from '../../../../src/converser/words/canister/content.ts';

/** An answer of which it is known what is true. */
export interface JudgedAnswer {
  readonly name: string;
  readonly turn: readonly Canister[];
  readonly before: readonly Canister[];
  readonly answer: string;
  /** Places of its claims. */
  readonly trueOnes: readonly Span[];
  readonly falseOnes: readonly Span[];
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Reads a file of answers: `+{…}` is true, `-{…}` is false. */
export function readAnswers(file: string): readonly JudgedAnswer[] {
  const whole = readFileSync(new URL(file, import.meta.url), 'utf8');
  return whole.split(/^== /m).slice(1).flatMap(readScene);
}

function readScene(scene: string): readonly JudgedAnswer[] {
  const [head = '', ...answers] = scene.split(/^--$/m);
  const [name = '', ...lines] = head.trim().split('\n');
  const before = lines.filter(line => line.startsWith('earlier: ')).flatMap(line => callOf(line.slice(9)));
  const calls = lines.filter(line => !line.startsWith('earlier: ')).flatMap(callOf);
  return answers.map((written, at) => {
    const { answer, trueOnes, falseOnes } = judged(written.trim());
    return {
      name: `${name}, ${at + 1}`,
      turn: [...calls, said(answer)],
      before,
      answer,
      trueOnes,
      falseOnes,
    };
  });
}

/** What a model says. */
export function said(answer: string): Canister {
  return { ...common('answer'), role: 'assistant', content: [text(answer)] };
}

function judged(written: string): Pick<JudgedAnswer, 'answer' | 'trueOnes' | 'falseOnes'> {
  const trueOnes: Span[] = [];
  const falseOnes: Span[] = [];
  let answer = '';
  let at = 0;
  for (const { index, 0: all, 1: sign, 2: words = '' } of written.matchAll(/([+-])\{([^}]*)\}/g)) {
    answer += written.slice(at, index);
    (sign === '+' ? trueOnes : falseOnes).push({ start: answer.length, end: answer.length + words.length });
    answer += words;
    at = index + all.length;
  }
  return { answer: answer + written.slice(at), trueOnes, falseOnes };
}

let count = 0;

function common(id: string) {
  return { id: `${id}-${count++}`, timestamp: '2026-01-01T00:00:00.000Z', marks: ordinaryMarks };
}

const fileTools: Readonly<Record<string, string>> = {
  read: 'read_file',
  write: 'write_file',
  edit: 'edit_file',
  delete: 'delete_file',
  list: 'list_directory',
};

/** A call and its result, as a line of such a file has it: `!` before it, it was denied; behind `run` and `call`, it exits with 1. */
export function callOf(line: string): readonly Canister[] {
  const [, failed, verb = '', rest = ''] = /^(!?)(\w+!?) (.*)$/.exec(line) ?? [];
  const { ensemble, name, args, said } = meant(verb, rest);
  const call: Canister = {
    ...common('call'),
    role: 'invocation',
    ensemble,
    name,
    arguments: args,
    content: [],
  };
  const failure = failed === '!' ? { kind: 'permission' as const, message: 'No.' } : undefined;
  const result: Canister = {
    ...common('result'),
    role: 'result',
    invocationId: call.id,
    content: [text(said)],
    ...(failure && { failure }),
  };
  return [call, result];
}

interface Meant {
  readonly ensemble: string;
  readonly name: string;
  readonly args: JsonObject;
  readonly said: string;
}

function meant(verb: string, rest: string): Meant {
  const ofWorkspace = (name: string, args: JsonObject): Meant => ({
    ensemble: 'workspace',
    name,
    args,
    said: 'Done.',
  });
  const tool = fileTools[verb];
  if (tool !== undefined) return ofWorkspace(tool, { path: rest });
  switch (verb) {
    case 'move': {
      const [from = '', to = ''] = rest.split(' -> ');
      return ofWorkspace('move_file', { path: from, new_path: to });
    }
    case 'find':
      return ofWorkspace('find_files', { glob: rest });
    case 'search':
      return ofWorkspace('search_text', { query: rest });
    case 'fetch':
      return { ensemble: 'web', name: 'fetch_page', args: { url: rest }, said: 'A page.' };
    case 'run':
    case 'run!': {
      const [program = '', ...args] = rest.split(' ');
      const said = `Exit code ${verb === 'run' ? 0 : 1} after 2 s.\n…`;
      return { ensemble: 'shell', name: 'run_command', args: { program, args }, said };
    }
    case 'call':
    case 'call!': {
      const [, full = '', args = '{}'] = /^(\S+) (.*)$/.exec(rest) ?? [];
      const [ensemble = '', name = ''] = full.split(':');
      return {
        ensemble,
        name,
        args: JSON.parse(args) as JsonObject,
        said: verb === 'call' ? 'OK' : 'Exit code 1',
      };
    }
    default:
      throw new Error(`Unknown call: ${verb}`);
  }
}
