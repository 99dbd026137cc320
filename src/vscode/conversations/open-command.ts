import { findPattern } from '../../sidebar/find/find-pattern.ts';
import type { StoredConversation } from '../../store/conversation-index.ts';
import type { AskUser, Choice } from '../common/ask-in-vscode.ts';
import { withoutIcons } from '../common/markdown.ts';
import { type HistoryNow, shownTitle } from '../sidebar/list-choices.ts';
import { type ConversationRow, conversationGroups, createRowOf, rowIcons } from './conversation-rows.ts';
import {
  type ConversationSearchPorts,
  type FoundConversation,
  type FoundTurn,
  searchConversations,
} from './search-conversations.ts';
import { isEmpty, parseQuery, type SearchQuery } from './search-query.ts';

export interface OpenCommandPorts extends ConversationSearchPorts {
  readonly now: () => HistoryNow;
  readonly ask: Pick<AskUser, 'search'>;
  readonly open: (place: FoundPlace) => Promise<void>;
}

export interface FoundPlace {
  readonly conversation: string;
  /** Absent: no turn in particular. */
  readonly turn?: number;
  readonly find?: string;
}

/** More would be no help: another word is. */
const mostFound = 30;

/** In milliseconds. What is found is shown together, so that the list doesn't flicker. */
const together = 60;

/** Lists all conversations until you type what to look for. */
export async function openCommand(ports: OpenCommandPorts): Promise<void> {
  const picked = await ports.ask.search<FoundPlace>({
    title: 'Open or Search Conversations',
    placeholder: 'Words, or model:, tool:, is:failed, is:changed, after:2026-01-31, before:2026-01-31',
    find: (text, signal) => find(text, ports, signal),
  });
  if (picked !== undefined) await ports.open(picked);
}

type Choices = readonly Choice<FoundPlace | undefined>[];

async function* find(text: string, ports: OpenCommandPorts, signal: AbortSignal): AsyncGenerator<Choices> {
  const { query, mistake } = parseQuery(text);
  if (query === undefined) yield [note('edit', mistake)];
  else if (isEmpty(query)) yield all(await ports.store.list(), ports.now());
  else yield* search(query, ports, signal);
}

async function* search(
  query: SearchQuery,
  ports: OpenCommandPorts,
  signal: AbortSignal,
): AsyncGenerator<Choices> {
  const rowOf = createRowOf(ports.now());
  const skipped: string[] = [];
  const named = (await ports.store.list()).filter(each => isNamed(each, query));
  let found: Choices = named.map(each => ({ ...rowChoice(rowOf(each)), group: 'Titles' }));
  let count = 0;
  let shownAt = Number.NEGATIVE_INFINITY;
  if (named.length > 0) yield found;
  const noted = {
    ...ports,
    skipped(conversation: StoredConversation, cause: unknown) {
      skipped.push(shownTitle(conversation));
      ports.skipped(conversation, cause);
    },
  };
  for await (const each of searchConversations(query, noted, signal)) {
    found = [...found, ...choicesFor(each, rowOf(each.conversation))];
    if (++count === mostFound) break;
    if (performance.now() - shownAt < together) continue;
    yield found;
    shownAt = performance.now();
  }
  const notes = [
    ...(count === 0 && named.length === 0 ? [note('info', 'No conversation found')] : []),
    ...(count === mostFound
      ? [note('info', `The newest ${mostFound} conversations: add a word to find others`)]
      : []),
    ...skipped.map(title => note('warning', `“${title}” can’t be read, and is left out. The log says why.`)),
  ];
  yield [...found, ...notes];
}

/** What you pick by its title opens as you left it. */
function isNamed({ title }: StoredConversation, { words, ...filters }: SearchQuery): boolean {
  const isIn = (word: string) => title.search(findPattern(word) ?? '') !== -1;
  return Object.keys(filters).length === 0 && words.every(isIn);
}

function choicesFor({ conversation, hits, more }: FoundConversation, row: ConversationRow): Choices {
  const { title: label, description } = row;
  return hits.map((hit, at) => {
    const others = at === hits.length - 1 && more > 0 ? ` · ${more} more` : '';
    return {
      label,
      group: 'Messages, Calls and Results',
      icon: icons[hit.kind],
      description: `${at === 0 ? description : ''}${others}`,
      detail: withoutIcons(hit.line),
      value: { conversation: conversation.id, turn: hit.turn, find: hit.find },
    };
  });
}

const icons: Readonly<Record<FoundTurn['kind'], string>> = { text: 'comment', call: 'tools' };

function all(stored: readonly StoredConversation[], now: HistoryNow): Choices {
  if (stored.length === 0) return [note('info', 'There are no conversations in this workspace yet')];
  return conversationGroups(stored, now).flatMap(({ label: group, rows }) =>
    rows.map(row => ({ ...rowChoice(row), group })),
  );
}

function rowChoice({ conversation, title, description, state }: ConversationRow): Choice<FoundPlace> {
  return { label: title, icon: rowIcons[state], description, value: { conversation: conversation.id } };
}

function note(icon: string, label: string): Choice<undefined> {
  return { label, icon, value: undefined };
}
