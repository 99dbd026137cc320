import type { JsonValue } from '../../converser/ground/json/json.ts';
import { countText, durationText } from '../../converser/ground/wording/numbers.ts';
import { spendingText } from '../../converser/words/spending/spending-text.ts';
import { savingsText } from '../../converser/words/texts/saving-texts.ts';
import type { SidebarEnsemble, SidebarModel, SidebarRequest } from '../protocol.ts';
import type { ReasoningItem, TurnView } from '../turns/turn-view.ts';

export function effortText(turn: TurnView, describeSpending: typeof spendingText = spendingText): string {
  const tools = turn.items.filter(({ kind }) => kind === 'invocation').length;
  return [
    turn.rounds > 1 ? `${turn.rounds} rounds` : '',
    tools > 0 ? countText(tools, 'tool call') : '',
    turn.spending === undefined ? '' : describeSpending(turn.spending),
    turn.duration === undefined ? '' : durationText(turn.duration),
    turn.savings === undefined ? '' : savingsText(turn.savings),
  ]
    .filter(Boolean)
    .join(' · ');
}

export function thoughtTitle({ complete, duration = 0 }: ReasoningItem): string {
  if (!complete) return 'Thinking…';
  const seconds = Math.round(duration / 1000);
  if (seconds === 0) return 'Thought';
  return `Thought for ${seconds < 60 ? `${seconds} s` : durationText(seconds * 1000)}`;
}

export function ledByText(client: string): string {
  return `${client} leads this conversation through the gateway. Your messages go into a copy, which ${client} can’t see.`;
}

export const requestTexts: Readonly<Record<SidebarRequest['kind'], string>> = {
  form: 'has a question',
  page: 'asks you to open a web page',
  sampling: 'wants to use your model',
};

/** Which ensembles are still starting, so that you do not take a slow one for a slow model. */
export function awaitedText(ensembles: readonly SidebarEnsemble[]): string {
  const [first, ...others] = ensembles.filter(
    ({ enabled, state }) => enabled && state.status === 'connecting',
  );
  if (first === undefined) return '';
  return `Waiting for ${first.title}${others.length === 0 ? '' : ` and ${others.length} more`} to start.`;
}

export const outcomeTexts: Readonly<Record<TurnView['status'], string>> = {
  running: '',
  committed: '',
  stopped: 'Stopped',
  failed: 'Failed',
  'round-limit': 'Continue?',
  reload: 'Interrupted',
};

export function outcomeTitle(status: TurnView['status']): string {
  const title = outcomeTexts[status];
  return title.endsWith('?') ? title : `${title}.`;
}

export const outcomeIcons: Readonly<Record<TurnView['status'], string>> = {
  running: 'loading',
  committed: 'check',
  stopped: 'stop-circle',
  failed: 'error',
  'round-limit': 'debug-pause',
  reload: 'debug-disconnect',
};

const toolUseTexts: Readonly<Record<SidebarModel['tools'], string>> = {
  native: 'tools',
  contract: 'tools: contract',
  none: 'no tools',
};

/** What is known of a model: its window, its price, and what it takes. */
export function factsOf({ contextTokens, price, images, tools }: SidebarModel): string {
  return [
    contextTokens === undefined ? '' : `${windowSizeText(contextTokens)} window`,
    price === undefined ? '' : priceText(price),
    images ? 'images' : '',
    toolUseTexts[tools],
  ]
    .filter(Boolean)
    .join(' · ');
}

function windowSizeText(tokens: number): string {
  return tokens < 1_000_000 ? `${Math.round(tokens / 1000)}k` : `${Number((tokens / 1_000_000).toFixed(1))}M`;
}

function priceText({ input, output }: NonNullable<SidebarModel['price']>): string {
  return input + output === 0 ? 'free' : `$${dollars(input)} → $${dollars(output)} per 1M`;
}

function dollars(amount: number): string {
  return String(Number(amount.toFixed(2)));
}

export const toolUseHints: Readonly<Record<SidebarModel['tools'], string>> = {
  native: 'Calls tools natively',
  contract: 'Calls tools through Converser’s contract, as JSON in its text',
  none: 'Gets no tools',
};

export function prettyJson(value: JsonValue): string {
  return JSON.stringify(value, undefined, 2);
}
