import { defined } from '../../converser/ground/json/defined.ts';
import type {
  AssistantCanister,
  Canister,
  Interruption,
  ResultCanister,
} from '../../converser/words/canister/canister.ts';
import type { Content } from '../../converser/words/canister/content.ts';
import type { Thought } from '../../converser/words/conversation/thought.ts';
import { promptText } from '../../converser/words/texts/prompt-text.ts';
import { savingsIn } from '../../converser/words/texts/saving-texts.ts';
import type { CommittedTurn } from '../protocol.ts';
import { readableText } from './readable-text.ts';
import {
  compactionItems,
  endOf,
  type Item,
  imagesOf,
  inputItems,
  isCut,
  type TurnView,
  timeSpanned,
  withResult,
} from './turn-view.ts';

export function turnOfCanisters(turn: CommittedTurn): TurnView {
  const { canisters, thoughts = [], spending, receipts } = turn;
  return defined({
    key: canisters[0]?.id ?? 'turn',
    ...outcomeOf(canisters),
    prompt: promptText(canisters),
    items: itemsOf(canisters, thoughts),
    rounds: roundsOf(canisters),
    roundSpendings: spending?.rounds ?? [],
    spending,
    times: spending?.times,
    savings: savingsIn(canisters),
    receipts,
    duration: timeSpanned(canisters),
    model: canisters.findLast(({ fallback }) => fallback !== undefined)?.fallback?.label,
    isCut: isCut(canisters),
  });
}

function itemsOf(canisters: readonly Canister[], thoughts: readonly Thought[]): readonly Item[] {
  const results = new Map(
    canisters.flatMap(canister =>
      canister.role === 'result' ? [[canister.invocationId, canister] as const] : [],
    ),
  );
  const items: Item[] = [];
  let answers = 0;
  for (const canister of canisters) {
    items.push(...inputItems([canister]));
    const led = thoughts.findIndex(({ before }) => before === canister.id);
    if (thoughts[led] !== undefined) items.push(reasoningItem(thoughts[led], led));
    const { fallback } = canister;
    if (fallback !== undefined)
      items.push({ kind: 'notice', key: `fallback-${canister.id}`, message: fallback.message });
    items.push(...compactionItems(canister));
    const interrupted = interruptionIn(canister);
    if (interrupted?.kind === 'refused')
      items.push({ kind: 'notice', key: 'refused', message: interrupted.message });
    if (canister.role === 'invocation') items.push(invocationItem(canister, results.get(canister.id)));
    if (canister.role !== 'assistant') continue;
    const content = saidIn(canister);
    const text = readableText(content);
    const images = imagesOf(content);
    if (text.trim() === '' && images.length === 0) continue;
    const { id, marks } = canister;
    const key = `answer-${answers++}`;
    items.push({ kind: 'answer', key, text, images, complete: true, canister: { id, marks } });
    if (canister.cut) items.push({ kind: 'notice', key: 'cut', message: cutText });
  }
  return items;
}

function reasoningItem({ before: _before, ...thought }: Thought, at: number): Item {
  return { kind: 'reasoning', key: `reasoning-${at}`, ...thought, newest: '', complete: true };
}

/** Without the last part of an interruption, which only the model reads. */
function saidIn(canister: AssistantCanister): readonly Content[] {
  return canister.interrupted === undefined ? canister.content : canister.content.slice(0, -1);
}

const cutText = 'The model reached its length limit, so this answer is cut off.';

function outcomeOf(canisters: readonly Canister[]): Pick<TurnView, 'status' | 'error'> {
  const interrupted = interruptionIn(endOf(canisters));
  if (interrupted === undefined || interrupted.kind === 'refused') return { status: 'committed' };
  const { kind, ...error } = interrupted;
  return { status: kind, error };
}

function interruptionIn(canister: Canister | undefined): Interruption | undefined {
  return canister?.role === 'assistant' ? canister.interrupted : undefined;
}

function invocationItem(
  canister: Extract<Canister, { role: 'invocation' }>,
  result: ResultCanister | undefined,
): Item {
  const item = { kind: 'invocation', key: canister.id, canister, status: 'cancelled' } as const;
  if (result === undefined) return item;
  const span = Date.parse(result.timestamp) - Date.parse(canister.timestamp) - (result.waited ?? 0);
  return withResult(item, result, Math.max(0, span));
}

/** A round has text of the model or, without text, begins with an invocation after results. */
function roundsOf(canisters: readonly Canister[]): number {
  let rounds = 0;
  let before: Canister['role'] = 'user';
  for (const canister of canisters) {
    const { role } = canister;
    if (role === 'compaction' || (role === 'assistant' && saidIn(canister).length === 0)) continue;
    if (role === 'assistant' || (role === 'invocation' && before !== 'assistant' && before !== 'invocation'))
      rounds++;
    before = role;
  }
  return rounds;
}
