import { defined } from '../../../converser/ground/json/defined.ts';
import { receiptsOf } from '../../../converser/turn/receipts/receipts.ts';
import { type Canister, endOf, isCompaction } from '../../../converser/words/canister/canister.ts';
import { contentSize } from '../../../converser/words/canister/content.ts';
import type { ConverseEvent } from '../../../converser/words/conversation/converse-event.ts';
import type { Thought } from '../../../converser/words/conversation/thought.ts';
import type { TurnSpending } from '../../../converser/words/spending/spending.ts';
import type { CommittedTurn, SidebarHistory, TurnsMessage } from '../../../sidebar/protocol.ts';
import { splitTurns } from './split-turns.ts';

export interface HistorySource {
  readonly id: string;
  readonly canisters: readonly Canister[];
  readonly turn: readonly ConverseEvent[];
  /** Keyed by the id of the turn's last canister. */
  readonly spendings: Readonly<Record<string, TurnSpending>>;
  /** Keyed by the id of the canister that the thought led to. */
  readonly thoughts: ReadonlyMap<string, Thought>;
}

type Turn = readonly Canister[];

/** A long result may be as large as many turns, so characters are limited, too. */
const mostTurns = 50;
const mostCharacters = 1_000_000;

/** Invariant: what has been read stays true as long as `conversation` and `version` of the summary stay the same. */
export class TurnHistory {
  readonly #source: { readonly shown: HistorySource };
  #conversation = '';
  #version = 0;
  #canisters: readonly Canister[] = [];
  #liveAt = 0;
  #spendings: HistorySource['spendings'] = {};
  #turns: readonly Turn[] = [];

  constructor(source: { readonly shown: HistorySource }) {
    this.#source = source;
  }

  get summary(): SidebarHistory {
    this.#refresh();
    return {
      conversation: this.#conversation,
      version: this.#version,
      turns: this.#turns.length,
    };
  }

  get turns(): readonly Turn[] {
    this.#refresh();
    return this.#turns;
  }

  /** `to` is exclusive. Reads as many turns as may be sent at a time, but at least one. */
  read(from: number, to: number): readonly CommittedTurn[] {
    const { spendings, thoughts: known } = this.#source.shown;
    const wanted = this.turns.slice(Math.max(0, from), Math.min(to, from + mostTurns));
    const read: CommittedTurn[] = [];
    let characters = 0;
    let start = 0;
    for (const canisters of wanted) {
      start = Math.max(0, canisters[0] === undefined ? -1 : this.#canisters.indexOf(canisters[0], start));
      const thoughts = canisters.flatMap(({ id }) => known.get(id) ?? []);
      characters += sizeOf(canisters) + thoughts.reduce((sum, { text }) => sum + text.length, 0);
      if (characters > mostCharacters && read.length > 0) break;
      const spending = spendings[endOf(canisters)?.id ?? ''];
      const receipts = receiptsOf(canisters, this.#canisters, start);
      read.push(
        defined({ canisters, thoughts, spending, receipts: receipts.length === 0 ? undefined : receipts }),
      );
    }
    return read;
  }

  #refresh(): void {
    const { id, canisters, turn, spendings } = this.#source.shown;
    const liveAt = startOfLive(canisters, turn);
    const isSame = id === this.#conversation && canisters === this.#canisters && liveAt === this.#liveAt;
    if (isSame && spendings === this.#spendings) return;
    const turns = splitTurns(canisters.slice(0, liveAt));
    const last = endOf(this.#turns.at(-1) ?? [])?.id ?? '';
    const isPriced = Object.hasOwn(spendings, last) === Object.hasOwn(this.#spendings, last);
    if (id !== this.#conversation || !isPriced || !goesOn(this.#turns, turns)) this.#version++;
    this.#conversation = id;
    this.#canisters = canisters;
    this.#liveAt = liveAt;
    this.#spendings = spendings;
    this.#turns = turns;
  }
}

function startOfLive(canisters: readonly Canister[], turn: readonly ConverseEvent[]): number {
  const start = turn.find(event => event.type === 'turn-start')?.canisters[0]?.id;
  const at = start === undefined ? -1 : canisters.findLastIndex(({ id }) => id === start);
  return at === -1 ? canisters.length : at;
}

/** What has joined never changes, so comparing its ends suffices; only whole turns are undone. */
function goesOn(before: readonly Turn[], after: readonly Turn[]): boolean {
  const [first, last] = [before[0], before.at(-1)];
  if (first === undefined || last === undefined) return true;
  const same = after[before.length - 1];
  return (
    after[0]?.[0]?.id === first[0]?.id &&
    same?.[0]?.id === last[0]?.id &&
    same?.length === last.length &&
    same.at(-1)?.id === last.at(-1)?.id &&
    before.every((turn, at) => marksIn(turn) === marksIn(after[at]))
  );
}

function marksIn(turn: Turn = []): string {
  const active = turn
    .filter((canister, at) => at === 0 || isCompaction(canister))
    .map(({ marks }) => marks.active);
  const back = turn.filter(isCompaction).flatMap(({ results }) => results.map(({ isPinned }) => isPinned));
  return [...active, ...turn.filter(({ marks }) => marks.pinned).map(({ id }) => id), ...back].join();
}

export function readTurns(history: TurnHistory, from: number, to: number): TurnsMessage {
  const { conversation, version } = history.summary;
  return { type: 'turns', conversation, version, from, turns: history.read(from, to) };
}

function sizeOf(canisters: readonly Canister[]): number {
  return canisters.reduce((sum, canister) => sum + extraSize(canister) + contentSize(canister.content), 0);
}

function extraSize(canister: Canister): number {
  if (canister.role === 'invocation') return JSON.stringify(canister.arguments).length;
  return canister.role === 'result' ? (canister.screen?.length ?? 0) : 0;
}
