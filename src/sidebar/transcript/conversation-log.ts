import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { icon } from '../page/icon.ts';
import { LightElement, reactive } from '../page/light-element.ts';
import type { PageMemory, ReadingPlace } from '../page/page-memory.ts';
import { sendToHost } from '../page/send-to-host.ts';
import { type ConversationView, turnAt, turnCount } from '../turns/conversation-view-model.ts';
import { RevealTurn } from './focus-call.ts';
import { rowsInUse } from './rows-in-use.ts';
import { unreadTurns } from './unread-turns.ts';
import { type Row, VirtualRows } from './virtual-rows.ts';

/** A turn that is not read yet may take some time. */
const mostFrames = 600;

/** Pixels from the end within which the end counts as seen. */
const nearEnd = 24;

const toggles = '.invocation-toggle, .changes-toggle, summary';

/** It follows the end until you scroll up, and then keeps what you read where it is. */
export class ConversationLog extends LightElement {
  static override properties = reactive('view', 'awaited', 'memory', 'following', 'isAtEnd');
  declare view: ConversationView;
  declare awaited: string;
  declare memory: PageMemory;
  declare following: boolean;
  declare isAtEnd: boolean;

  readonly #rows = new VirtualRows({
    scroller: () => this.#scroller,
    kept: () => [...rowsInUse(this, this.view), ...(this.#revealed === undefined ? [] : [this.#revealed])],
    onChange: () => this.requestUpdate(),
  });
  #resizes: ResizeObserver | undefined;
  #lastTop = 0;
  #place: Omit<ReadingPlace, 'conversation'> | undefined;
  #revealed: number | undefined;
  #reveals = 0;
  #isReading = false;

  static {
    // What the rows measure is known once they are drawn, and then others may have to be drawn.
    ConversationLog.disableWarning?.('change-in-update');
  }

  constructor() {
    super();
    this.isAtEnd = true;
    this.addEventListener(RevealTurn.type, event => {
      if (event instanceof RevealTurn) event.drawn = this.#reveal(event.place);
    });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('view');
    const { history, known } = this.view;
    if (changed.has('memory')) this.#resume();
    if (!changed.has('view')) return;
    this.#rows.set({ list: history.conversation, count: turnCount(this.view) });
    const isSame =
      before?.history.conversation === history.conversation && before.history.version === history.version;
    if (!isSame || before.known !== known) this.#isReading = false;
  }

  protected override render(): TemplateResult {
    return html`
      <div class="log" role="log" aria-live="off" aria-label="Conversation" tabindex="0" @scroll=${this.#onScroll} @click=${this.#beforeClick} @keydown=${this.#beforeKey}>
        <div class="log-content">
          ${repeat(
            this.#rows.drawn,
            ({ key }) => key,
            row => html`<div class="log-row" data-index=${row.index}>${this.#turn(row)}</div>`,
          )}
        </div>
      </div>
      ${
        this.following || this.isAtEnd
          ? nothing
          : html`<button type="button" class="to-latest" @click=${this.follow}>${icon('arrow-down')}Jump to latest</button>`
      }
    `;
  }

  #turn({ index }: Row): TemplateResult | typeof nothing {
    const turn = turnAt(this.view, index);
    if (turn === undefined) return nothing;
    const count = turnCount(this.view);
    return html`<converser-turn
      .turn=${turn}
      .place=${{ at: index + 1, of: count }}
      .isLast=${index === count - 1}
      .changes=${this.view.changes[turn.key]}
      .version=${this.view.versions[turn.key]}
      .beside=${this.view.beside[turn.key]}
      .mayAct=${!this.view.running}
      .planCall=${this.view.plan?.call}
      .awaited=${turn.status === 'running' ? this.awaited : ''}
      .memory=${this.memory}
    ></converser-turn>`;
  }

  protected override firstUpdated(): void {
    this.#resizes = new ResizeObserver(() => {
      this.#onScroll();
      this.#keep();
    });
    for (const log of this.querySelectorAll('.log')) this.#resizes.observe(log);
  }

  protected override updated(): void {
    this.#onScroll();
    this.#arrange();
    this.#keep();
    this.#read();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizes?.disconnect();
    this.#rows.dispose();
  }

  follow = (): void => {
    const hadFocus = this.querySelector('.to-latest') === document.activeElement;
    this.following = true;
    this.memory.place = undefined;
    this.#keep();
    if (hadFocus) this.#scroller?.focus({ preventScroll: true });
  };

  async #reveal(place: number): Promise<Element | undefined> {
    const reveal = ++this.#reveals;
    for (let frame = 0; frame < mostFrames && reveal === this.#reveals; frame++) {
      if (place < 0 || place >= turnCount(this.view)) break;
      // What has scrolled meanwhile, such as by the focus before, keeps the turn no longer.
      this.#revealed = place;
      this.#rows.redraw();
      await this.updateComplete;
      // What is in the turn is drawn after it.
      await new Promise(requestAnimationFrame);
      const turn = this.querySelector(`.log-row[data-index="${place}"] > converser-turn`);
      if (turn !== null) return turn;
    }
    return undefined;
  }

  #resume(): void {
    const { place } = this.memory;
    this.#place = place?.conversation === this.view.history.conversation ? place : undefined;
    this.following = this.#place === undefined;
  }

  #arrange(): void {
    const content = this.querySelector<HTMLElement>('.log-content');
    if (content === null) return;
    const drawn = new Map(this.#rows.drawn.map(row => [String(row.index), row]));
    const elements = [...content.querySelectorAll<HTMLElement>(':scope > .log-row')];
    for (const element of elements) {
      const row = drawn.get(element.dataset.index ?? '');
      if (row === undefined) continue;
      element.style.transform = `translateY(${row.start}px)`;
      // A turn that is not read yet takes the room that it took before.
      element.style.height = turnAt(this.view, row.index) === undefined ? `${row.size}px` : '';
    }
    content.style.height = `${this.#rows.height}px`;
    this.#rows.measure(elements);
  }

  /** Rows become taller and lower by themselves, also those above: it stays at the end, or with what is read. */
  #keep(): void {
    const scroller = this.#scroller;
    if (scroller === null) return;
    const place = this.#place;
    const end = scroller.scrollHeight - scroller.clientHeight;
    const kept = place === undefined ? scroller.scrollTop : this.#rows.topOf(place.turn) + place.offset;
    const wanted = this.following ? end : kept;
    // Browsers round to device pixels.
    if (Math.abs(scroller.scrollTop - wanted) >= 1) scroller.scrollTop = wanted;
    this.#lastTop = scroller.scrollTop;
    this.#rows.scrolledTo(this.#lastTop);
    this.isAtEnd = isEndSeen(scroller);
    // A turn that has been read may be lower than the room that was kept for it.
    if (!this.following && place !== undefined && this.#isPast(place)) this.#notePlace(this.#lastTop);
  }

  #isPast({ turn, offset }: Pick<ReadingPlace, 'turn' | 'offset'>): boolean {
    const isRead = turnAt(this.view, turn) !== undefined;
    return isRead && offset > this.#rows.topOf(turn + 1) - this.#rows.topOf(turn) && offset > 0;
  }

  #read(): void {
    const place = this.#revealed ?? this.#place?.turn;
    const wanted = this.#isReading ? undefined : unreadTurns(this.view, this.#rows.drawn, place);
    if (wanted === undefined) return;
    this.#isReading = true;
    sendToHost(this, { type: 'read-turns', ...wanted });
  }

  /** What opens grows downwards: it must not move the row that you have just pressed. */
  #stayWith({ target }: Event): void {
    const toggle = target instanceof Element ? target.closest(toggles) : null;
    if (this.#scroller === null || toggle === null || isOpen(toggle)) return;
    this.following = false;
    this.#notePlace(this.#scroller.scrollTop);
  }

  // Before the row itself hears of it, which opens at once.
  readonly #beforeClick = { handleEvent: (event: Event) => this.#stayWith(event), capture: true };
  readonly #beforeKey = {
    handleEvent: (event: KeyboardEvent) => event.key === 'ArrowRight' && this.#stayWith(event),
    capture: true,
  };

  get firstInView(): number {
    return this.#rows.at(this.#scroller?.scrollTop ?? 0)?.index ?? 0;
  }

  async reveal(place: number): Promise<void> {
    await this.#reveal(place);
  }

  scrollToRange(turn: number, range: Range): void {
    const scroller = this.#scroller;
    if (scroller === null) return;
    const view = scroller.getBoundingClientRect();
    const { top, bottom } = range.getBoundingClientRect();
    this.following = false;
    if (top >= view.top && bottom <= view.bottom) {
      this.#notePlace(scroller.scrollTop);
      return;
    }
    const inTurn = scroller.scrollTop + top - view.top - this.#rows.topOf(turn);
    this.#place = { turn, offset: inTurn - view.height / 3 };
    this.#keep();
  }

  focusLog(): void {
    this.#scroller?.focus({ preventScroll: true });
  }

  get #scroller(): HTMLElement | null {
    return this.querySelector<HTMLElement>('.log');
  }

  /** Growing content moves the end away by itself. What gets the focus may have scrolled, too. */
  #onScroll = (): void => {
    const scroller = this.#scroller;
    if (scroller === null) return;
    const { scrollTop } = scroller;
    if (scrollTop === this.#lastTop) return;
    this.isAtEnd = isEndSeen(scroller);
    if (this.isAtEnd) this.following = true;
    else if (scrollTop < this.#lastTop) this.following = false;
    this.#lastTop = scrollTop;
    this.#revealed = undefined;
    if (this.following) this.memory.place = undefined;
    else this.#notePlace(scrollTop);
    this.#rows.scrolledTo(scrollTop);
  };

  #notePlace(scrollTop: number): void {
    const row = this.#rows.at(scrollTop);
    if (row === undefined) return;
    this.#place = { turn: row.index, offset: scrollTop - row.start };
    this.memory.place = { ...this.#place, conversation: this.view.history.conversation };
  }
}

function isOpen(toggle: Element): boolean {
  const { parentElement: owner } = toggle;
  return (
    (owner instanceof HTMLDetailsElement && owner.open) || toggle.getAttribute('aria-expanded') === 'true'
  );
}

function isEndSeen({ scrollHeight, clientHeight, scrollTop }: Element): boolean {
  return scrollHeight - clientHeight - scrollTop <= nearEnd;
}
