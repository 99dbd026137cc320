import { setImmediate } from 'node:timers/promises';
import { diffSize } from '../../converser/call/permission/cut-diff.ts';
import { countText } from '../../converser/ground/wording/numbers.ts';
import {
  denial,
  type PermissionAnswer,
  type PermissionQuestion,
} from '../../converser/words/permission/permission-question.ts';
import { brief } from '../render/printable.ts';
import type { AskLine } from './ask-lines.ts';
import { askAboutOne, mostAttempts, readDenial, titleOf } from './permission-prompt.ts';

export interface OpenPermission {
  readonly question: PermissionQuestion;
  readonly signal: AbortSignal;
  readonly answer: (answer: PermissionAnswer) => void;
  readonly isOver: () => boolean;
}

/** `more` takes the questions that have come since. */
export async function askAboutSeveral(
  all: readonly OpenPermission[],
  more: () => readonly OpenPermission[],
  ask: AskLine,
): Promise<void> {
  let open = all.filter(isOpen);
  while (open.length > 0) {
    const [first] = open;
    if (open.length === 1 && first !== undefined) first.answer(await askAboutOne(first.question, ask));
    else await askAboutList(open, ask);
    // One answer may settle others, or lead to another question.
    await setImmediate();
    open = [...open, ...more()].filter(isOpen);
  }
}

const isOpen = ({ isOver }: OpenPermission) => !isOver();

async function askAboutList(open: readonly OpenPermission[], ask: AskLine): Promise<void> {
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const line = await ask(listOf(open));
    if (line === undefined) break;
    const no = readDenial(line);
    if (no !== undefined) return answerAll(open, no);
    const ordinary = open.filter(isOrdinary);
    if (/^a$/i.test(line) && ordinary.length > 0)
      return answerAll(ordinary, { kind: 'allow', scope: 'once' });
    const chosen = /^\d+$/.test(line) ? open[Number(line) - 1] : undefined;
    if (chosen !== undefined) return chosen.answer(await askAboutOne(chosen.question, ask));
  }
  answerAll(open, denial);
}

function answerAll(open: readonly OpenPermission[], answer: PermissionAnswer): void {
  for (const each of open) each.answer(answer);
}

function listOf(open: readonly OpenPermission[]): string {
  const items = open.map(({ question }, at) => `  ${at + 1}. ${itemText(question)}\n`).join('');
  const ordinary = open.filter(isOrdinary).length;
  const which = ordinary === open.length ? '[a]ll of them' : '[a]ll but those with a !';
  const allow = ordinary === 0 ? '' : `Allow ${which} once, `;
  const keys = `${allow}[d]eny all (d REASON tells the model why), or a number to see one?`;
  return `\n? ${countText(open.length, 'call')} wait for your permission.\n${items}  ${keys} `;
}

/** What is special is allowed after you have seen it: its place is protected, or the model may not have meant it. */
function isOrdinary({ question }: Pick<OpenPermission, 'question'>): boolean {
  return question.scopes.some(scope => scope !== 'once');
}

/** In characters. */
const longestArguments = 200;

function itemText(question: PermissionQuestion): string {
  const { preview, invocation, reason } = question;
  const args =
    preview === undefined ? ` ${brief(JSON.stringify(invocation.arguments), longestArguments)}` : '';
  const size = preview?.diff === undefined ? '' : ` (${diffSize(preview.diff)})`;
  const why = isOrdinary({ question }) ? '' : `\n     ! ${brief(reason, longestReason)}`;
  return `${titleOf(question)}${args}${size}${why}`;
}

/** In characters. */
const longestReason = 400;
