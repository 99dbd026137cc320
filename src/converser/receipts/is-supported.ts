import type { CheckedThing, Claim } from './claim.ts';
import type { Evidence } from './evidence.ts';
import { type NamedThings, thingsIn } from './named-things.ts';
import { codeMark } from './prose.ts';
import { arePathsTouched, hasCode, isUrlTouched } from './touched-things.ts';
import type { ClaimVerb } from './verbs.ts';
import { lintWords, wantedWords } from './wanted-words.ts';

/** The calls that an answer can refer to, in their order. */
export interface Calls {
  readonly turn: readonly Evidence[];
  /** Of the turns before. */
  readonly before: readonly Evidence[];
}

/** Whether some call may have done what the answer claims. Where that can't be told, it is believed. */
export function isSupported(claim: Claim, answer: string, calls: Calls): boolean {
  const things = thingsOf(claim, answer);
  const { said, text } = claim;
  if (said.kind === 'outcome') return wentWell(said.of, { things, calls: recent(calls, claim) });
  const all = said.verb.kind === 'run' ? recent(calls, claim) : [...calls.before, ...calls.turn];
  return all.length > 0 && isDone(said, { text, things, calls: all });
}

/** What was run before something was changed in this turn says nothing about this turn. */
function recent({ turn, before }: Calls, { looksBack }: Claim): readonly Evidence[] {
  const hasWritten = turn.some(({ can }) => can.has('write'));
  return hasWritten && !looksBack ? turn : [...before, ...turn];
}

function thingsOf({ start, end, text, label }: Claim, answer: string): NamedThings {
  const own = thingsIn(answer, { start, end, text });
  if (label === undefined || own.paths.length > 0) return own;
  const before = thingsIn(answer, { ...label, end: label.start + label.text.length });
  return { ...own, paths: before.paths };
}

interface Looking {
  readonly text: string;
  readonly things: NamedThings;
  readonly calls: readonly Evidence[];
}

type Done = Extract<Claim['said'], { kind: 'done' }>;

function isDone({ word, verb }: Done, { text, things, calls }: Looking): boolean {
  const { paths, urls, codes } = things;
  if (word === 'fixed' && stillFails.test(text) && endsInFailure(calls)) return false;
  const able = calls.filter(call => isAble(call, meant(word, text) ?? verb));
  if (able.length === 0) return false;
  const isLook = verb.kind === 'read' || verb.kind === 'look';
  const touching = isLook ? calls : able;
  if (!isUrlTouched(urls, touching)) return false;
  if (toolsIn(text, codes).some(tool => !calls.some(call => hasCode(tool, call)))) return false;
  if (paths.length > 0) return arePathsTouched(paths, touching);
  if (codes.length > 0 && !isLook) return codes.some(code => able.some(call => hasCode(code, call)));
  const proof = proves.test(word) ? able.filter(({ isSound }) => isSound) : able;
  const wanted = wantedWords(text, word);
  return proof.length > 0 && wanted.every(words => proof.some(call => words.test(call.command ?? call.text)));
}

function isAble({ can, text, command }: Evidence, { kind, by }: ClaimVerb): boolean {
  return kind === 'act' ? by?.test(command ?? text) === true : can.has(kind);
}

/** "Opened an issue" is another thing than "opened a page". */
function meant(word: string, text: string): ClaimVerb | undefined {
  if (word === 'opened' && /\b(?:issue|ticket|request|PR)\b/i.test(text))
    return { kind: 'act', by: /open|creat|new/i };
  return /^(?:re)?ran$/.test(word) && /\b(?:query|queries|search)\b/i.test(text)
    ? { kind: 'look' }
    : undefined;
}

/** What was verified did go well. */
const proves = /^(?:verified|validated|confirmed)$/;

const stillFails = /\b(?:errors|failures|warnings|failing tests?)\b/i;

/** The last thing that was run failed, and nothing was changed since. */
function endsInFailure(calls: readonly Evidence[]): boolean {
  return calls.findLast(({ command, can }) => command !== undefined || can.has('write'))?.isSound === false;
}

const namedTool = /\b(?:with|using|under|via|through)\s+([A-Z][a-z]\w+)\b/;
const codeTool = new RegExp(String.raw`\b(?:with|using|under|via|by running)\s+(?:the )?${codeMark}`);

/** What it was done with: "with Playwright", "using `tar tzf`". */
function toolsIn(text: string, codes: readonly string[]): readonly string[] {
  const tools = [namedTool.exec(text)?.[1], codeTool.test(text) ? codes.at(-1) : undefined];
  return tools.filter(tool => tool !== undefined);
}

const checks: Readonly<Record<CheckedThing, RegExp>> = {
  tests: /test|spec|pytest|jest|mocha|vitest|\bcheck\b|\bci\b|verify/i,
  build: /build|make|tsc|compile|cargo|mvn|gradle|webpack|bundle|vite|\bgo\b|gcc|clang|type/i,
  lint: lintWords,
  types: /tsc|type|mypy|pyright|\bcheck\b|build/i,
  http: /curl|wget|fetch|https?:|request|navigate|\bget\b/i,
  any: /./,
};

/** The last run of the check was sound. */
function wentWell(of: CheckedThing, { things, calls }: Omit<Looking, 'text'>): boolean {
  const [code] = of === 'any' ? things.codes : [];
  const ran = calls.filter(({ can, text }) => (can.has('run') || of === 'http') && checks[of].test(text));
  return ran.findLast(call => code === undefined || hasCode(code, call))?.isSound === true;
}
