import { errors } from '../../converser/ground/errors.ts';
import type { JsonObject } from '../../converser/ground/json/json.ts';
import type { ModelEvent } from '../../converser/words/models/provider.ts';
import type { ReplyBudget } from '../../converser/words/models/reply-limits.ts';
import { readArguments } from '../call-arguments.ts';
import type { CallFragments } from '../call-fragments.ts';
import { argumentsIn, type KnownItem, piecesOf, wordsOf } from './known-items.ts';

export interface CallReaderOptions {
  readonly label: string;
  readonly budgets: { readonly whole: ReplyBudget; readonly pieces: ReplyBudget };
  readonly passing: CallFragments | undefined;
}

export function createCallReader({ label, budgets, passing }: CallReaderOptions) {
  let count = 0;
  let begun = 0;
  return {
    count: () => count,
    /** Some servers end no call before the whole response. */
    begun: () => begun,
    begin(known: KnownItem): void {
      begun++;
      budgets.pieces.take('calls', 1);
      if (known.name !== '') passing?.begin(known, known.name);
    },
    read(known: KnownItem, event: JsonObject): readonly ModelEvent[] {
      known.snapshot = argumentsIn(event) || known.snapshot;
      known.name ||= wordsOf(event.name);
      const piece = wordsOf(event.delta);
      budgets.pieces.take('arguments', piece.length);
      if (known.isDone) return [];
      const fragments = known.pieces.get(0);
      if (fragments === undefined) known.pieces.set(0, [piece]);
      else fragments.push(piece);
      return passing?.add(known, piece) ?? [];
    },
    /** Throws `model-server-failed` for a call without a tool’s name. */
    end(known: KnownItem, item: JsonObject): readonly ModelEvent[] {
      // An item that was cut off is not called.
      if (item.status === 'incomplete') return passing?.end(known, []) ?? [];
      const name = known.name || wordsOf(item.name);
      if (name === '')
        throw errors.modelServerFailed(label, 'it sent a tool call without the name of a tool.');
      const said = piecesOf(known);
      const written = fullest([argumentsIn(item), known.snapshot, said]);
      budgets.whole.take('calls', 1);
      budgets.whole.take('arguments', name.length + written.length);
      count++;
      const isGrown = said !== '' && written.startsWith(said);
      const rest = isGrown ? (passing?.add(known, written.slice(said.length)) ?? []) : [];
      const call = {
        type: 'invocation',
        name,
        arguments: readArguments(written),
        ...passing?.callOf(known),
      } as const;
      return [...rest, ...(passing?.end(known, [call]) ?? [call])];
    },
  };
}

/** Some servers begin or end a call with `{}` or nothing in place of its arguments. */
function fullest(all: readonly string[]): string {
  const written = all.filter(each => each.trim() !== '');
  const whole = written.filter(each => typeof readArguments(each) !== 'string');
  return whole.find(each => each.trim() !== '{}') ?? whole[0] ?? written[0] ?? '';
}

export function isHalf(known: KnownItem): boolean {
  const isOpen = known.type === 'function_call' && !known.isDone;
  return isOpen && typeof readArguments(fullest([known.snapshot, piecesOf(known)])) === 'string';
}
