import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { repeat } from 'lit/directives/repeat.js';
import { defined } from '../../converser/ground/json/defined.ts';
import { countText } from '../../converser/ground/wording/numbers.ts';
import { spokenSpending } from '../../converser/words/spending/spending-text.ts';
import { guidingPath } from '../../converser/words/texts/label-text.ts';
import { copyButton } from '../page/copy-button.ts';
import { icon } from '../page/icon.ts';
import { LightElement, reactive } from '../page/light-element.ts';
import type { PageMemory } from '../page/page-memory.ts';
import { sendToHost } from '../page/send-to-host.ts';
import { effortText, outcomeIcons, outcomeTexts, outcomeTitle } from '../page/wording.ts';
import { pinButton } from '../pin-button.ts';
import type { SidebarAnswerBeside, SidebarChanges, SidebarVersion } from '../protocol.ts';
import { readableText } from '../turns/readable-text.ts';
import type { AnswerItem, DocumentItem, Item, TurnView, UserItem } from '../turns/turn-view.ts';
import { answersBeside } from './answers-beside.ts';
import { imageView } from './image-view.ts';
import { type ActedMessage, menuContext, messageActs } from './message-acts.ts';
import { documentView, firstLine, resourceLink } from './result-view.ts';
import { spendingView } from './spending-view.ts';

interface TurnPlace {
  readonly at: number;
  readonly of: number;
}

/** Each state of the page brings new objects, most of which say the same. */
const asData = {
  attribute: false,
  hasChanged: (after: unknown, before: unknown) => JSON.stringify(after) !== JSON.stringify(before),
};

export class TurnElement extends LightElement {
  static override properties = {
    ...reactive('turn', 'awaited', 'isLast', 'planCall', 'memory', 'mayAct'),
    version: asData,
    place: asData,
    changes: asData,
    beside: asData,
  };
  declare turn: TurnView;
  declare place: TurnPlace;
  declare awaited: string;
  /** Only the last turn can be continued or tried again. */
  declare isLast: boolean;
  declare changes: SidebarChanges | undefined;
  declare version: SidebarVersion | undefined;
  declare beside: readonly SidebarAnswerBeside[] | undefined;
  /** Not while a turn runs. */
  declare mayAct: boolean;
  declare planCall: string | undefined;
  declare memory: PageMemory;

  protected override render(): TemplateResult {
    const { turn, place, changes } = this;
    const outcome = outcomeTexts[turn.status];
    return html`
      <article class="turn ${turn.isDropped || changes?.isUndone ? 'dropped' : ''}" aria-label=${labelOf(turn, changes)} aria-posinset=${place.at} aria-setsize=${place.of} data-vscode-context=${menuContext(this.#acted)}>
        ${repeat(
          turn.items,
          item => item.key,
          item => this.#item(item),
        )}
        ${turn.receipts === undefined ? nothing : html`<converser-receipts .receipts=${receiptsIn(turn)}></converser-receipts>`}
        ${turn.status === 'running' ? workingOn(turn, this.awaited) : nothing}
        ${changes === undefined || turn.status === 'running' ? nothing : html`<converser-changes .changes=${changes} .turn=${turn.key} .name=${`changes/${turn.key}`} .memory=${this.memory}></converser-changes>`}
        ${answersBeside(this.beside)}
        ${outcome === '' ? footer(turn, this.#mayPin) : this.#interrupted()}
        ${this.isLast && turn.status === 'committed' ? this.#offers() : nothing}
      </article>
    `;
  }

  #item(item: Item): TemplateResult | typeof nothing {
    switch (item.kind) {
      case 'document':
        return documents(item, this.#mayPin);
      case 'user':
        return html`${userMessage(item, this.#mayPin)}${item.added ? nothing : messageActs(this.#acted)}`;
      case 'answer':
        return answer(item);
      case 'reasoning':
        return html`<converser-thought .item=${item} .name=${`${this.turn.key}/${item.key}`} .memory=${this.memory}></converser-thought>`;
      case 'notice':
        return html`<p class="notice">${icon(item.wait === undefined ? 'info' : 'history')}<span>${item.message}</span></p>`;
      case 'invocation':
        return html`<converser-invocation .item=${item} .name=${item.key} .showsPlan=${item.key === this.planCall} .mayPin=${this.#mayPin} .memory=${this.memory}></converser-invocation>`;
      case 'compaction':
        return html`<converser-compaction .canister=${item.canister} .mayTakeBack=${this.turn.status !== 'running'} .name=${`${this.turn.key}/${item.key}`} .memory=${this.memory}></converser-compaction>`;
    }
  }

  get #acted(): ActedMessage {
    const { turn, version, mayAct, isLast } = this;
    return { turn: turn.key, version, mayAct: mayAct && this.#mayPin, isLast };
  }

  /** Not what is not in the conversation, or not yet. */
  get #mayPin(): boolean {
    return this.turn.status !== 'running' && this.turn.isDropped !== true;
  }

  #interrupted(): TemplateResult {
    const { error, status } = this.turn;
    const title = outcomeTitle(status);
    const message = error?.message === undefined || error.message === title ? '' : error.message;
    return html`
      <div class="outcome ${status}">
        <p class="outcome-title">
          ${icon(outcomeIcons[status])}<span><strong>${title}</strong> ${message}</span>
        </p>
        <p class="hint">${rememberedText(this.turn)}</p>
        ${effortText(this.turn) === '' && roundsOf(this.turn) === 0 ? nothing : html`<div class="turn-footer">${effort(this.turn)}</div>`}
        ${this.isLast ? this.#choices() : nothing}
      </div>
    `;
  }

  #choices(): TemplateResult {
    const { key, error, status, prompt, isDropped } = this.turn;
    const canContinue = isDropped !== true && hasBegun(this.turn);
    const needsKey = error?.code === 'model-unauthorized';
    // The message of a turn in which nothing has come back isn't said twice.
    const turn = isDropped === true || canContinue ? undefined : key;
    const again = () =>
      sendToHost(this, turn === undefined ? { type: 'send', text: prompt } : { type: 'retry-turn', turn });
    return html`
      <div class="outcome-choices">
        ${needsKey ? html`<vscode-button @click=${() => sendToHost(this, { type: 'set-key', again: prompt, turn })}>Set API Key…</vscode-button>` : nothing}
        ${canContinue ? html`<vscode-button ?secondary=${needsKey} @click=${() => this.#send('Continue.')}>Continue</vscode-button>` : nothing}
        <vscode-button ?secondary=${needsKey || canContinue} @click=${again}>Try Again</vscode-button>
        ${status === 'failed' ? html`<vscode-button secondary @click=${() => sendToHost(this, { type: 'show-log' })}>Show Log</vscode-button>` : nothing}
      </div>
    `;
  }

  #offers(): TemplateResult | typeof nothing {
    const { isCut, wantsModel } = this.turn;
    const connect = () => sendToHost(this, { type: 'connect-to-models' });
    if (isCut)
      return html`<div class="outcome-choices">
        <vscode-button secondary @click=${() => this.#send('Continue.')}>Continue</vscode-button>
      </div>`;
    if (wantsModel)
      return html`<div class="outcome-choices">
        <vscode-button secondary @click=${connect}>Connect to Models…</vscode-button>
      </div>`;
    return nothing;
  }

  #send(text: string): void {
    sendToHost(this, { type: 'send', text });
  }
}

/** Where the model has said and done nothing, there is nothing to continue. */
function hasBegun({ items }: TurnView): boolean {
  return items.some(({ kind }) => kind === 'answer' || kind === 'invocation');
}

function rememberedText(turn: TurnView): string {
  const { items, isDropped } = turn;
  if (isDropped) return 'This turn isn’t part of the conversation: the model won’t remember it.';
  if (!hasBegun(turn)) return 'The model remembers your question.';
  return items.at(-1)?.kind === 'answer'
    ? 'The model remembers your question, the calls with their results, and how its answer began.'
    : 'The model remembers your question and the calls with their results.';
}

function userMessage({ key, content, added, pinned }: UserItem, mayPin: boolean): TemplateResult {
  const images = content.filter(part => part.type === 'image');
  const text = readableText(content);
  return html`<div class="user">
    <span class="visually-hidden">${added ? 'You, while the turn ran: ' : 'You: '}</span>${
      isLong(text)
        ? html`<div class="user-text scrolled-user" tabindex="0" role="group" aria-label="Your message">${text}</div>`
        : html`<span class="user-text">${text}</span>`
    }
    ${images.map(image => imageView(image, 'Image you attached'))}
    ${mayPin ? pinButton({ id: key, what: 'message', isPinned: pinned === true }) : nothing}
  </div>`;
}

function isLong(text: string): boolean {
  return text.length > 2000 || text.split('\n').length > 15;
}

function answer({ text, images, complete }: AnswerItem): TemplateResult {
  return html`<div class=${complete ? 'answer' : 'answer writing'}>
    <converser-markdown class="markdown" .text=${text} .complete=${complete} .usable=${true}></converser-markdown>
    ${images.map(image => imageView(image, 'Image in the answer'))}
  </div>`;
}

/** A call of an earlier turn may not be drawn. */
function receiptsIn({ receipts = [], items }: TurnView): TurnView['receipts'] {
  return receipts.filter(({ call }) => call === undefined || items.some(({ key }) => key === call));
}

function workingOn(turn: TurnView, awaited: string): TemplateResult | typeof nothing {
  const last = turn.items.at(-1);
  const isShown =
    (last?.kind === 'answer' && !last.complete) ||
    (last?.kind === 'reasoning' && !last.complete) ||
    turn.proposed !== undefined ||
    turn.items.some(item => item.kind === 'invocation' && item.result === undefined);
  return isShown
    ? nothing
    : html`<p class="working">${icon('loading', 'codicon-modifier-spin')}<span>${doing(turn, { last, awaited })}</span></p>`;
}

function doing(
  { model = 'the model', rounds }: TurnView,
  { last, awaited }: { readonly last: Item | undefined; readonly awaited: string },
): TemplateResult {
  // MCP servers may have to start first, for their tools or for what the message names.
  if (rounds === 0) return html`Getting ready…${awaited === '' ? '' : ` ${awaited}`}`;
  if (last?.kind !== 'notice' || last.wait === undefined) return html`Waiting for ${model}…`;
  return html`Asking ${model} again${keyed(last.key, html`<converser-countdown .left=${last.wait}></converser-countdown>`)}…`;
}

function documents({ canister }: DocumentItem, mayPin: boolean): TemplateResult {
  const path = guidingPath(canister);
  if (path !== undefined)
    return html`<p class="notice">${icon('info')}<span>Instructions: ${resourceLink(path, path)}</span></p>`;
  const { id, content, marks } = canister;
  return html`<div class="documents">${documentView(content)}${
    mayPin ? pinButton({ id, what: 'attachment', isPinned: marks.pinned }) : nothing
  }</div>`;
}

function footer(turn: TurnView, mayPin: boolean): TemplateResult | typeof nothing {
  if (turn.status !== 'committed') return nothing;
  const { canister } = lastAnswer(turn) ?? {};
  return html`<div class="turn-footer">
    ${answerText(turn) === '' ? nothing : copyButton('answer', () => answerText(turn))}
    ${canister !== undefined && mayPin ? pinButton({ id: canister.id, what: 'answer', isPinned: canister.marks.pinned }) : nothing}
    ${effort(turn)}
  </div>`;
}

function effort(turn: TurnView): TemplateResult {
  const { key, spending, savings, roundSpendings } = turn;
  const made = roundsOf(turn);
  const shown = effortText(turn);
  if (made === 0) return html`<span>${shown}</span>`;
  const ordinary = countText(made, 'round');
  const isKnown = spending !== undefined && spokenSpending(spending) !== '';
  return spendingView(isKnown ? spending : undefined, {
    shown: shown || ordinary,
    spoken: effortText(turn, spokenSpending) || ordinary,
    rounds: Array.from({ length: made }, (_, at) => roundSpendings[at]),
    turn: key,
    timeline: html`<converser-timeline .turn=${turn}></converser-timeline>`,
    ...defined({ savings }),
  });
}

/** The last round of an earlier turn that failed may have left no trace but that. */
function roundsOf({ rounds, roundSpendings, status, items, itemsBeforeRound }: TurnView): number {
  const failed = status === 'failed' && itemsBeforeRound === undefined && items.at(-1)?.kind !== 'answer';
  return Math.max(rounds + (failed ? 1 : 0), roundSpendings.length);
}

export function answerText(turn: TurnView): string {
  return lastAnswer(turn)?.text.trim() ?? '';
}

function lastAnswer({ items }: TurnView): AnswerItem | undefined {
  return items.findLast(item => item.kind === 'answer');
}

function labelOf({ prompt, status, isDropped }: TurnView, changes: SidebarChanges | undefined): string {
  const outcome = outcomeTexts[status];
  const question = `${firstLine(prompt) || 'Conversation'}${changes?.isUndone ? ' (undone)' : ''}`;
  if (outcome === '') return question;
  return `${question} (${outcome}${isDropped ? ', not part of the conversation' : ''})`;
}
