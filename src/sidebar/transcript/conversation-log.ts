import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { icon } from '../page/icon.ts';
import { LightElement } from '../page/light-element.ts';
import type { PageMemory } from '../page/page-memory.ts';
import type { TurnView } from '../turns/turn-view.ts';

/** Pixels from the end within which the end counts as seen. */
const nearEnd = 24;

/** What opens something. */
const toggles = '.invocation-toggle, summary';

/** The turns, oldest first. It follows the end until you scroll up. */
export class ConversationLog extends LightElement {
  static override properties = {
    turns: { attribute: false },
    awaited: { attribute: false },
    memory: { attribute: false },
    following: { state: true },
    isAtEnd: { state: true },
  };
  declare turns: readonly TurnView[];
  /** What a turn that has just started waits for, in words. */
  declare awaited: string;
  declare memory: PageMemory;
  declare following: boolean;
  declare isAtEnd: boolean;

  #resizes: ResizeObserver | undefined;
  #lastTop = 0;
  /** Where to scroll to once the content is tall enough. */
  #place: number | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('memory')) return;
    this.#place = this.memory.scrollTop;
    this.following = this.#place === undefined;
  }

  protected override render(): TemplateResult {
    return html`
      <div class="log" role="log" aria-live="off" aria-label="Conversation" tabindex="0" @scroll=${this.#onScroll} @click=${this.#beforeClick} @keydown=${this.#beforeKey}>
        <div class="log-content">
          ${repeat(
            this.turns,
            turn => turn.key,
            (turn, at) => html`<converser-turn
              .turn=${turn}
              .isLast=${at === this.turns.length - 1}
              .awaited=${turn.status === 'running' ? this.awaited : ''}
              .memory=${this.memory}
            ></converser-turn>`,
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

  protected override firstUpdated(): void {
    // The content keeps growing after the log is rendered: turns follow, rows open, images load, the view gets narrower.
    this.#resizes = new ResizeObserver(() => this.#keepUp());
    for (const watched of this.querySelectorAll('.log, .log-content')) this.#resizes.observe(watched);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizes?.disconnect();
  }

  follow = (): void => {
    const hadFocus = this.querySelector('.to-latest') === document.activeElement;
    this.following = true;
    this.#place = undefined;
    this.memory.scrollTop = undefined;
    this.#keepUp();
    if (hadFocus) this.#scroller?.focus({ preventScroll: true });
  };

  /** What opens grows downwards: it must not move the row that you have just pressed. */
  #stayWith({ target }: Event): void {
    const scroller = this.#scroller;
    const toggle = target instanceof Element ? target.closest(toggles) : null;
    if (scroller === null || toggle === null || isOpen(toggle)) return;
    this.following = false;
    this.memory.scrollTop = scroller.scrollTop;
  }

  // Before the row itself hears of it, which opens at once.
  readonly #beforeClick = { handleEvent: (event: Event) => this.#stayWith(event), capture: true };
  readonly #beforeKey = {
    handleEvent: (event: KeyboardEvent) => event.key === 'ArrowRight' && this.#stayWith(event),
    capture: true,
  };

  get #scroller(): HTMLElement | null {
    return this.querySelector<HTMLElement>('.log');
  }

  #keepUp(): void {
    const scroller = this.#scroller;
    if (scroller === null) return;
    this.isAtEnd = isEndSeen(scroller);
    const wanted = this.following ? scroller.scrollHeight : this.#place;
    if (wanted === undefined) return;
    scroller.scrollTop = wanted;
    this.#lastTop = scroller.scrollTop;
    // Browsers round to device pixels.
    if (this.#place !== undefined && Math.abs(this.#lastTop - this.#place) < 1) this.#place = undefined;
  }

  /** Only scrolling up means that you want to stay: growing content moves the end away by itself. */
  #onScroll = (): void => {
    const scroller = this.#scroller;
    if (scroller === null) return;
    const { scrollTop } = scroller;
    // This event comes from our own scrolling towards that place.
    if (this.#place !== undefined && scrollTop === this.#lastTop) return;
    this.#place = undefined;
    this.isAtEnd = isEndSeen(scroller);
    if (this.isAtEnd) this.following = true;
    else if (scrollTop < this.#lastTop) this.following = false;
    this.#lastTop = scrollTop;
    this.memory.scrollTop = this.following ? undefined : scrollTop;
  };
}

/** As it was before it was pressed. */
function isOpen(toggle: Element): boolean {
  const { parentElement: owner } = toggle;
  return (
    (owner instanceof HTMLDetailsElement && owner.open) || toggle.getAttribute('aria-expanded') === 'true'
  );
}

function isEndSeen({ scrollHeight, clientHeight, scrollTop }: Element): boolean {
  return scrollHeight - clientHeight - scrollTop <= nearEnd;
}
