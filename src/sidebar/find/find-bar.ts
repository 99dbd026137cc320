import { html, type PropertyValues, type TemplateResult } from 'lit';
import { iconButton } from '../page/icon-button.ts';
import { LightElement, reactive } from '../page/light-element.ts';
import { sendToHost } from '../page/send-to-host.ts';
import type { FoundMessage } from '../protocol.ts';
import type { ConversationLog } from '../transcript/conversation-log.ts';
import type { ConversationView } from '../turns/conversation-view-model.ts';
import { findPattern } from './find-pattern.ts';
import { clearHighlights, MatchHighlights } from './match-highlights.ts';
import { type Match, type Matches, matchAt, numberFrom, totalOf } from './matches.ts';
import { countMatches, searchedParts } from './searched-texts.ts';

/** Milliseconds: an answer that grows is searched anew that often. */
const refreshAfter = 300;

/** Finds text in the whole conversation, also in what is not drawn: the extension searches what the page has not read. */
export class FindBar extends LightElement {
  static override properties = reactive('view', 'log', 'found', 'number');
  declare view: ConversationView;
  declare log: ConversationLog | null;
  declare found: Matches | undefined;
  /** Of the current match, from 0. */
  declare number: number;

  #request = 0;
  #inHistory: Matches = [];
  #refreshing: ReturnType<typeof setTimeout> | undefined;
  #shows: Match | undefined;
  #from: number | undefined;
  readonly #highlights = new MatchHighlights(() => ({
    log: this.log,
    text: this.#wanted,
    current: this.#shows,
  }));

  constructor() {
    super();
    this.number = 0;
  }

  protected override render(): TemplateResult {
    const nothingFound = totalOf(this.found ?? []) === 0;
    return html`<div class="find" role="search" aria-label="Find in the conversation" @keydown=${this.#onKeydown}>
      <input type="text" aria-label="Find in the conversation" placeholder="Find" spellcheck="false" @input=${this.#onInput} />
      <span class="find-count" role="status">${this.#countText()}</span>
      ${iconButton({ icon: 'arrow-up', label: 'Previous match', title: 'Previous match (Shift+Enter)', disabled: nothingFound, act: () => this.#step(-1) })}
      ${iconButton({ icon: 'arrow-down', label: 'Next match', title: 'Next match (Enter)', disabled: nothingFound, act: () => this.#step(1) })}
      ${iconButton({ icon: 'close', label: 'Close', title: 'Close (Escape)', act: this.#close })}
    </div>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('view') && changed.get('view') !== undefined) this.#refreshSoon(changed.get('view'));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#refreshing);
    this.#highlights.stop();
  }

  focusField(): void {
    this.#field?.focus();
    this.#field?.select();
  }

  /** Shows the first match from a turn on; the oldest one has 0. */
  begin({ text, turn }: { readonly text: string; readonly turn: number }): void {
    if (this.#field === null) return;
    this.#field.value = text;
    this.#onInput();
    this.#from = turn;
  }

  take({ request, conversation, version, matches }: FoundMessage): void {
    const { history } = this.view;
    if (request !== this.#request || conversation !== history.conversation || version !== history.version)
      return;
    this.#inHistory = matches;
    const before = this.found === undefined ? undefined : matchAt(this.found, this.number);
    this.#join();
    const from = this.#from ?? before?.turn ?? this.log?.firstInView ?? 0;
    this.#from = undefined;
    this.number = Math.min(numberFrom(this.found ?? [], from) + (before?.nth ?? 0), this.#last);
    if (this.#shows?.turn !== this.#current?.turn || this.#shows?.nth !== this.#current?.nth)
      void this.#show();
    else this.#highlights.draw();
  }

  get #field(): HTMLInputElement | null {
    return this.querySelector('input');
  }

  get #wanted(): string {
    return this.#field?.value ?? '';
  }

  get #current(): Match | undefined {
    return matchAt(this.found ?? [], this.number);
  }

  get #last(): number {
    return Math.max(0, totalOf(this.found ?? []) - 1);
  }

  #countText(): string {
    if (this.found === undefined) return '';
    const total = totalOf(this.found);
    return total === 0 ? 'No results' : `${this.number + 1} of ${total}`;
  }

  #onInput = (): void => {
    this.#from = undefined;
    this.#shows = undefined;
    this.found = undefined;
    this.#inHistory = [];
    this.#search();
  };

  #search(): void {
    this.#request++;
    if (findPattern(this.#wanted) === undefined) {
      this.found = undefined;
      this.#highlights.stop();
      return;
    }
    sendToHost(this, { type: 'read-matches', request: this.#request, text: this.#wanted });
  }

  #join(): void {
    const pattern = findPattern(this.#wanted);
    const { live, history } = this.view;
    const count =
      pattern === undefined || live === undefined ? 0 : countMatches(searchedParts(live), pattern);
    this.found = count === 0 ? this.#inHistory : [...this.#inHistory, [history.turns, count]];
    this.number = Math.min(this.number, this.#last);
  }

  #refreshSoon(before: ConversationView | undefined): void {
    const { history, live } = this.view;
    if (before?.history === history && before.live === live) return;
    if (findPattern(this.#wanted) === undefined) return;
    this.#refreshing ??= setTimeout(() => {
      this.#refreshing = undefined;
      this.#search();
    }, refreshAfter);
  }

  #step(by: 1 | -1): void {
    const total = totalOf(this.found ?? []);
    if (total === 0) return;
    this.number = (this.number + by + total) % total;
    void this.#show();
  }

  async #show(): Promise<void> {
    const match = this.#current;
    this.#shows = match;
    if (match !== undefined) await this.log?.reveal(match.turn);
    if (this.#shows === match) this.#highlights.show();
  }

  #onKeydown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const isInField = event.target === this.#field;
    if (event.key === 'Escape') this.#close();
    else if (event.key === 'F3' || (event.key === 'Enter' && isInField)) this.#step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    // Otherwise Escape would also stop the turn.
    event.stopPropagation();
  };

  #close = (): void => {
    const found = this.#highlights.current;
    clearHighlights();
    this.dispatchEvent(new Event('find-close', { bubbles: true }));
    this.log?.focusLog();
    if (found === undefined) return;
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(found);
  };
}
