import type { Canister, Interruption, ResultCanister } from '../../converser/canister/canister.ts';
import { defined } from '../../converser/json/defined.ts';
import type { TurnSpending } from '../../converser/spending/spending.ts';
import { readableText } from './readable-text.ts';
import {
  type Item,
  imagesOf,
  promptItems,
  promptText,
  type TurnView,
  timeSpanned,
  withResult,
} from './turn-view.ts';

/** Committed canisters as the turns they came in. Instructions of a supervisor are not shown. */
export function turnsOfCanisters(
  canisters: readonly Canister[],
  spendings: Readonly<Record<string, TurnSpending>> = {},
): readonly TurnView[] {
  return split(canisters).map(own => {
    const spending = spendings[own.at(-1)?.id ?? ''];
    const duration = timeSpanned(own);
    return defined({
      key: own[0]?.id ?? 'turn',
      ...outcomeOf(own),
      prompt: promptText(own),
      items: itemsOf(own),
      rounds: roundsOf(own),
      roundSpendings: spending?.rounds ?? [],
      fingerprint: fingerprint(own, spending),
      spending,
      duration,
    });
  });
}

/** A turn starts with the first input of yours after something else. */
function split(canisters: readonly Canister[]): readonly (readonly Canister[])[] {
  const turns: Canister[][] = [];
  let isAfterInput = false;
  for (const canister of canisters) {
    if (canister.role === 'supervisor') continue;
    const isInput = canister.role === 'user' || canister.role === 'document';
    const last = turns.at(-1);
    if (last === undefined || (isInput && !isAfterInput)) turns.push([canister]);
    else last.push(canister);
    isAfterInput = isInput;
  }
  return turns;
}

function itemsOf(canisters: readonly Canister[]): readonly Item[] {
  const results = new Map(
    canisters.flatMap(canister =>
      canister.role === 'result' ? [[canister.invocationId, canister] as const] : [],
    ),
  );
  const items: Item[] = [...promptItems(canisters)];
  let answers = 0;
  for (const canister of canisters) {
    const interrupted = interruptionIn(canister);
    if (interrupted?.kind === 'refused')
      items.push({ kind: 'notice', key: 'refused', message: interrupted.message });
    if (interrupted !== undefined) continue;
    if (canister.role === 'invocation') items.push(invocationItem(canister, results.get(canister.id)));
    if (canister.role !== 'assistant') continue;
    const text = readableText(canister.content);
    const images = imagesOf(canister.content);
    if (text.trim() === '' && images.length === 0) continue;
    items.push({ kind: 'answer', key: `answer-${answers++}`, text, images, complete: true });
    if (canister.cut) items.push({ kind: 'notice', key: 'cut', message: cutText });
  }
  return items;
}

const cutText = 'The model reached its length limit, so this answer is cut off.';

/** A turn ends with an answer, or with what stands in its place. */
function outcomeOf(canisters: readonly Canister[]): Pick<TurnView, 'status' | 'error'> {
  const interrupted = interruptionIn(canisters.at(-1));
  if (interrupted === undefined || interrupted.kind === 'refused') return { status: 'committed' };
  return { status: interrupted.kind, error: { message: interrupted.message } };
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
    if (interruptionIn(canister) !== undefined) continue;
    if (role === 'assistant' || (role === 'invocation' && before !== 'assistant' && before !== 'invocation'))
      rounds++;
    before = role;
  }
  return rounds;
}

/** Canisters are immutable but for their marks, which are not shown: their ids say which content it is. */
function fingerprint(canisters: readonly Canister[], spending: TurnSpending | undefined): string {
  return `${canisters.map(({ id }) => id).join(' ')} ${JSON.stringify(spending ?? {})}`;
}
