import type { ErrorData } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { ThoughtText } from '../../converser/ground/wording/thought-text.ts';
import type {
  AssistantCanister,
  Canister,
  CompactionCanister,
  DocumentCanister,
  InvocationCanister,
  ResultCanister,
} from '../../converser/words/canister/canister.ts';
import type { Content, ImageContent } from '../../converser/words/canister/content.ts';
import type { Outcome } from '../../converser/words/conversation/converse-event.ts';
import type { Spending } from '../../converser/words/spending/spending.ts';
import type { TurnTimes } from '../../converser/words/spending/turn-times.ts';
import type { Savings } from '../../converser/words/texts/saving-texts.ts';
import type { SidebarQuestion, SidebarReceipt } from '../protocol.ts';

export interface TurnView {
  /** The id of its first canister: the same while it runs and when it is committed. */
  readonly key: string;
  readonly status: TurnStatus;
  readonly prompt: string;
  readonly items: readonly Item[];
  /** About calls that have not begun: whatever happens next says that you have answered. */
  readonly proposed?: readonly SidebarQuestion[];
  readonly error?: Pick<ErrorData, 'message'> & Partial<Pick<ErrorData, 'code'>>;
  readonly isDropped?: true;
  readonly rounds: number;
  /** How many items there were when the model was asked last. Absent for turns that were committed earlier. */
  readonly itemsBeforeRound?: number;
  readonly spending?: Spending;
  readonly savings?: Savings;
  /** The same by round; undefined where the provider reported nothing. */
  readonly roundSpendings: readonly (Spending | undefined)[];
  /** Milliseconds from the question to the end, once both are known. */
  readonly duration?: number;
  /** Absent: no times were kept, or the turn runs. */
  readonly times?: TurnTimes;
  /** Who answers, the last one of several; of turns that were committed earlier, only a fallback is known. */
  readonly model?: string;
  readonly receipts?: readonly SidebarReceipt[];
  readonly isCut?: true;
  /** No language model answered, and one is not chosen. */
  readonly wantsModel?: true;
}

export type TurnStatus = 'running' | 'committed' | Exclude<Outcome, 'final'> | 'reload';

export type Item =
  | DocumentItem
  | UserItem
  | AnswerItem
  | ReasoningItem
  | NoticeItem
  | InvocationItem
  | CompactionItem;

interface Common {
  /** Unique within its turn, and the same while the turn runs and when it is committed. */
  readonly key: string;
}

export interface DocumentItem extends Common {
  readonly kind: 'document';
  readonly canister: DocumentCanister;
}

export interface UserItem extends Common {
  readonly kind: 'user';
  readonly content: readonly Content[];
  readonly added?: true | undefined;
  readonly pinned?: true | undefined;
}

export interface AnswerItem extends Common {
  readonly kind: 'answer';
  /** Markdown. */
  readonly text: string;
  readonly images: readonly ImageContent[];
  readonly complete: boolean;
  readonly canister?: Pick<AssistantCanister, 'id' | 'marks'>;
}

export interface ReasoningItem extends Common, ThoughtText {
  readonly kind: 'reasoning';
  /** The end of what has come so far; empty once it is complete. */
  readonly newest: string;
  /** Milliseconds, where they are known. */
  readonly duration?: number;
  readonly complete: boolean;
}

export interface NoticeItem extends Common {
  readonly kind: 'notice';
  readonly message: string;
  /** Milliseconds until the model is asked again. */
  readonly wait?: number;
}

export interface InvocationItem extends Common {
  readonly kind: 'invocation';
  readonly canister: InvocationCanister;
  readonly status: InvocationStatus;
  readonly progress?: { readonly message: string; readonly fraction?: number };
  readonly question?: SidebarQuestion;
  readonly result?: ResultCanister;
  /** Milliseconds. */
  readonly duration?: number;
}

export interface CompactionItem extends Common {
  readonly kind: 'compaction';
  readonly canister: CompactionCanister;
}

export type InvocationStatus =
  /** For your answer. */
  | 'waiting'
  /** For your answer to the question of another call. */
  | 'behind'
  | 'running'
  | 'done'
  | 'repeated'
  | 'failed'
  | 'denied'
  | 'cancelled';

export function inputItems(canisters: readonly Canister[]): readonly Item[] {
  return canisters.flatMap((canister): Item[] => {
    if (canister.role === 'document') return [{ kind: 'document', key: canister.id, canister }];
    if (canister.role !== 'user') return [];
    const { id, content, added, marks } = canister;
    const pinned = marks.pinned ? true : undefined;
    return [defined({ kind: 'user' as const, key: id, content, added, pinned })];
  });
}

export function compactionItems(canister: Canister): readonly CompactionItem[] {
  return canister.role === 'compaction' ? [{ kind: 'compaction', key: canister.id, canister }] : [];
}

export function endOf(canisters: readonly Canister[]): Canister | undefined {
  return canisters.findLast(({ role }) => role !== 'compaction');
}

export function withResult(item: InvocationItem, result: ResultCanister, duration: number): InvocationItem {
  const { question: _answered, progress: _over, ...rest } = item;
  return { ...rest, status: statusOf(result), result, duration };
}

export function questionsOf({ items, proposed = [] }: TurnView): readonly SidebarQuestion[] {
  const asked = items.flatMap(item => (item.kind === 'invocation' ? (item.question ?? []) : []));
  return [...asked, ...proposed];
}

export function isCut(canisters: readonly Canister[]): true | undefined {
  const last = endOf(canisters);
  return last?.role === 'assistant' ? last.cut : undefined;
}

export function imagesOf(content: readonly Content[]): readonly ImageContent[] {
  return content.filter(part => part.type === 'image');
}

/** Milliseconds between the first and the last of some canisters, without those in which calls waited for your answer. */
export function timeSpanned(canisters: readonly Canister[]): number | undefined {
  const first = canisters[0];
  const last = endOf(canisters);
  if (first === undefined || last === undefined || first === last) return undefined;
  const span = Date.parse(last.timestamp) - Date.parse(first.timestamp);
  return Number.isFinite(span) && span >= 0 ? Math.max(0, span - timeWaited(canisters)) : undefined;
}

/** Calls of one round wait at the same time, one behind the other. */
function timeWaited(canisters: readonly Canister[]): number {
  const begun = new Map(canisters.map(({ id, timestamp }) => [id, Date.parse(timestamp)]));
  let [total, end] = [0, Number.NEGATIVE_INFINITY];
  for (const canister of canisters) {
    if (canister.role !== 'result' || canister.waited === undefined) continue;
    const start = begun.get(canister.invocationId) ?? end;
    total += Math.max(0, start + canister.waited - Math.max(start, end));
    end = Math.max(end, start + canister.waited);
  }
  return Number.isFinite(total) ? total : 0;
}

function statusOf({ failure, repeats }: ResultCanister): InvocationStatus {
  if (failure === undefined) return repeats === undefined ? 'done' : 'repeated';
  if (failure.kind === 'permission') return 'denied';
  return failure.kind === 'cancelled' ? 'cancelled' : 'failed';
}
