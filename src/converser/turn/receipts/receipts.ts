import { type Canister, isInvocation } from '../../words/canister/canister.ts';
import { textOf } from '../../words/canister/content.ts';
import type { Receipt } from '../../words/conversation/unsupported-claim.ts';
import { type Call, callsBefore, wordsOf } from './calls.ts';
import { checks, workOf } from './commands.ts';
import { type Statement, statementsIn } from './statements.ts';

/** The turn begins at `end` of the conversation. What isn't English, or is in doubt, is left out. */
export function receiptsOf(
  turn: readonly Canister[],
  past: readonly Canister[] = [],
  end: number = past.length,
): readonly Receipt[] {
  const answer = turn.findLast(({ role }) => role !== 'compaction');
  const given = turn.filter(({ role }) => role === 'user' || role === 'document');
  // Where you have called a tool yourself, the words are our own.
  const isOwn = given.some(each => each.role === 'user' && textOf(each.content).startsWith('/invoke '));
  if (answer?.role !== 'assistant' || answer.interrupted || isOwn) return [];
  const said = textOf(answer.content);
  const statements = statementsIn(said);
  if (statements.length === 0) return [];
  const calls = callsBefore(turn, turn.length);
  const before = () => callsBefore(past, end);
  // What you say yourself may be repeated, where nothing was called since.
  const told = turn.some(isInvocation) ? [] : statementsIn(textOf(given.flatMap(({ content }) => content)));
  return statements.flatMap(statement => {
    const { start, end: to, names } = statement;
    const isTold = told.some(each => each.names.some(name => names.includes(name)));
    const call = isTold ? 'open' : callBehind(statement, calls, before);
    const claim = { start, end: to, text: said.slice(start, to) };
    return call === 'open' ? [] : [call === 'none' ? claim : { ...claim, call: call.id }];
  });
}

function callBehind({ kind, names }: Statement, turn: readonly Call[], before: () => readonly Call[]) {
  const isDeed = kind === 'changed' || kind === 'executed';
  // What was before a change says nothing of a check after it.
  const mayBeOld = isDeed || turn.every(({ isReading }) => isReading);
  const found = names.map(name => {
    const does = doing(name, kind);
    const old = () => before().findLast(call => does(call) === 'surely' || (!isDeed && does(call)));
    const call = turn.findLast(does) ?? (mayBeOld ? old() : undefined);
    if (call === undefined) return 'none';
    const isBad = kind === 'passed' && call.endedBadly;
    return does(call) === 'maybe' || (isBad && call.works.length > 1) ? 'open' : isBad ? 'none' : call;
  });
  return found.find(each => each === 'none') ?? found.find(each => each === 'open') ?? found.at(-1) ?? 'open';
}

function doing(name: string, kind: Statement['kind']): (call: Call) => 'surely' | 'maybe' | undefined {
  const isChange = kind === 'changed';
  const work = isChange ? 'other' : name in checks ? name : workOf(name);
  const parts = isChange ? name.split(/[\\/]/).slice(-1) : name.split(/\s+(?:-\S+\s+)*/, 2);
  const wanted = parts.map(part => wordsOf(part).trim());
  const others = isChange ? /any|other|lint/ : work === 'build' ? /any|other|lint|tests/ : /any/;
  return ({ words, works, isOther, isReading }) => {
    if (isReading && isChange) return undefined;
    const isIt = work in checks ? works.includes(work) : wanted.every(part => words.includes(part));
    const mayBe = works.some(each => others.test(each)) || (isOther && runsWords.test(words));
    return isIt ? 'surely' : mayBe ? 'maybe' : undefined;
  };
}

/** Other tools have these words where they may run something, or tell what ran. */
const runsWords =
  /test|spec|check|verif|\bci\b|workflow|job|run|exec|eval|agent|model|build|compil|lint|diagnos/;
