import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { countText } from '../../converser/ground/wording/numbers.ts';
import { ExpandableElement } from '../page/expandable-element.ts';
import { icon } from '../page/icon.ts';
import { reactive } from '../page/light-element.ts';
import { thoughtTitle } from '../page/wording.ts';
import { thoughtPreview } from '../turns/thought-preview.ts';
import type { ReasoningItem } from '../turns/turn-view.ts';

/** Pixels from the end within which the end counts as seen. */
const nearEnd = 8;

export class ThoughtRow extends ExpandableElement {
  static override properties = reactive('item');
  declare item: ReasoningItem;

  /** An open thought that goes on shows its end, until you scroll up. */
  #isAtEnd = true;
  readonly #growth = new ResizeObserver(() => this.#showEnd());

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('expanded')) this.#isAtEnd = !this.item.complete;
  }

  protected override render(): TemplateResult {
    const { item, expanded } = this;
    return html`<details class="reasoning" ?open=${expanded}>
      <summary @click=${this.toggle}>
        ${item.complete ? icon('lightbulb', 'state') : icon('loading', 'state codicon-modifier-spin')}
        <span class="reasoning-title">${thoughtTitle(item)}</span>
        ${
          item.complete
            ? nothing
            : html`<span class="reasoning-preview" aria-hidden="true">${thoughtPreview(item.newest)}</span>`
        }
      </summary>
      ${expanded ? this.#text() : nothing}
    </details>`;
  }

  #text(): TemplateResult {
    const { text, omitted, complete } = this.item;
    return html`<div class="reasoning-text" tabindex="0" role="group" aria-label="Thought" @scroll=${this.#onScroll}>
      <converser-markdown class="markdown" .text=${text} .complete=${complete}></converser-markdown>
      ${omitted === undefined ? nothing : html`<p class="hint">The rest of this thought isn’t kept: ${countText(omitted, 'character')}.</p>`}
    </div>`;
  }

  protected override updated(): void {
    this.#growth.disconnect();
    const text = this.querySelector('.reasoning-text > converser-markdown');
    if (text !== null && !this.item.complete) this.#growth.observe(text);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#growth.disconnect();
  }

  readonly #onScroll = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof Element)) return;
    const { scrollHeight, clientHeight, scrollTop } = currentTarget;
    this.#isAtEnd = scrollHeight - clientHeight - scrollTop <= nearEnd;
  };

  #showEnd(): void {
    const text = this.querySelector('.reasoning-text');
    if (text !== null && this.#isAtEnd) text.scrollTop = text.scrollHeight;
  }
}
