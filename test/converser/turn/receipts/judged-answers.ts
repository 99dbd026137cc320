import { readFileSync } from 'node:fs';
import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import type { Canister } from '../../../../src/converser/words/canister/canister.ts';
import { canisterMaker } from '../../../sidebar/canisters.ts';

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
    const judgement = judged(written.trim());
    return { ...judgement, name: `${name}, ${at + 1}`, turn: [...calls, said(judgement.answer)], before };
  });
}

/** What a model says. */
export function said(answer: string): Canister {
  return make.assistant(`answer-${count++}`, answer);
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

const make = canisterMaker();
let count = 0;

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
  const { tool, args, said } = meant(verb, rest);
  const call = make.invocation(`call-${count++}`, tool, args);
  const failure = { kind: 'permission', message: 'No.' } as const;
  return [call, make.result(call.id, said, failed === '!' ? { failure } : {})];
}

interface Meant {
  readonly tool: string;
  readonly args: JsonObject;
  readonly said: string;
}

function meant(verb: string, rest: string): Meant {
  const ofWorkspace = (name: string, args: JsonObject): Meant => {
    return { tool: `workspace:${name}`, args, said: 'Done.' };
  };
  const onFile = fileTools[verb];
  if (onFile !== undefined) return ofWorkspace(onFile, { path: rest });
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
      return { tool: 'web:fetch_page', args: { url: rest }, said: 'A page.' };
    case 'run':
    case 'run!': {
      const [program = '', ...args] = rest.split(' ');
      const said = `Exit code ${verb === 'run' ? 0 : 1} after 2 s.\n…`;
      return { tool: 'shell:run_command', args: { program, args }, said };
    }
    case 'call':
    case 'call!': {
      const [, tool = '', args = '{}'] = /^(\S+) (.*)$/.exec(rest) ?? [];
      return { tool, args: JSON.parse(args) as JsonObject, said: verb === 'call' ? 'OK' : 'Exit code 1' };
    }
    default:
      throw new Error(`Unknown call: ${verb}`);
  }
}
