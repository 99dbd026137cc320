import { html, nothing, svg, type TemplateResult } from 'lit';
import { tokenCountText } from '../../converser/ground/wording/numbers.ts';
import {
  type LargePart,
  shareUsed,
  type WindowMeasure,
  windowState,
} from '../../converser/words/context-window/window-measure.ts';
import { shareText, windowText } from '../../converser/words/context-window/window-texts.ts';
import { icon } from '../page/icon.ts';
import { iconButton } from '../page/icon-button.ts';
import { LightElement, reactive } from '../page/light-element.ts';
import { Popup } from '../page/popup.ts';
import { sendToHost } from '../page/send-to-host.ts';
import type { SidebarEnsemble } from '../protocol.ts';
import { type WindowRow, windowRows } from './window-rows.ts';
import { type Draft, draftTokens, noDraft, withDraft } from './with-draft.ts';

export class WindowMeter extends LightElement {
  static override properties = {
    ...reactive('measure', 'ensembles', 'running'),
    draft: { attribute: false, hasChanged: isOtherDraft },
  };
  declare measure: WindowMeasure | undefined;
  declare draft: Draft;
  declare ensembles: readonly SidebarEnsemble[];
  declare running: boolean;

  #popup = new Popup(this);

  constructor() {
    super();
    this.draft = noDraft;
  }

  get #withDraft(): WindowMeasure | undefined {
    return this.measure && withDraft(this.measure, this.draft);
  }

  protected override render(): TemplateResult {
    const measure = this.#withDraft;
    const { isOpen } = this.#popup;
    const state = measure === undefined ? 'unknown' : windowState(measure);
    const share = measure && shareUsed(measure);
    const isTight = state === 'near' || state === 'over';
    return html`
      <button
        type="button"
        class="picker-button window-meter"
        data-state=${state}
        title=${buttonText(measure)}
        aria-label=${buttonText(measure)}
        aria-haspopup="dialog"
        aria-expanded=${isOpen}
        @click=${this.#toggle}
      >
        ${ring(share)}${isTight && share !== undefined ? html`<span>${shareText(share)}</span>` : nothing}
      </button>
      ${isOpen ? this.#panel() : nothing}
    `;
  }

  #panel(): TemplateResult {
    const measure = this.#withDraft;
    return html`<div class="popup window-panel" role="dialog" aria-label="Context window" tabindex="-1">
      ${measure === undefined ? html`<p class="hint">Measuring…</p>` : this.#figures(measure)}
      <button type="button" class="popup-action" @click=${this.#chooseTools}>
        ${icon('tools')}<span class="option-label">Choose Tools…</span>
      </button>
      ${
        this.running
          ? nothing
          : html`<button type="button" class="popup-action" @click=${this.#compact}>
                ${icon('archive')}<span class="option-label">Compact Conversation</span>
              </button>
              <button type="button" class="popup-action" @click=${this.#newConversation}>
                ${icon('add')}<span class="option-label">New Conversation</span>
            </button>`
      }
    </div>`;
  }

  #figures(measure: WindowMeasure): TemplateResult {
    const rows = windowRows(measure, this.ensembles);
    const whole = measure.window === undefined ? measure.total : measure.window - measure.reserved;
    return html`
      <p class="window-total">${usedText(measure)}</p>
      <p class="hint">${windowText(measure)}</p>
      <p class="hint">${explanation(measure)}</p>
      ${draftTokens(this.draft) === 0 ? nothing : html`<p class="hint">With what you are writing: about ${tokenCountText(draftTokens(this.draft))} tokens.</p>`}
      <table class="window-parts" aria-label="What takes the tokens">
        <tbody>
          ${rows.map(row => rowView(row, whole))}
        </tbody>
      </table>
      ${this.running || measure.largest === undefined || measure.largest.length === 0 ? nothing : this.#largest(measure.largest)}
    `;
  }

  #largest(parts: readonly LargePart[]): TemplateResult {
    return html`<p class="hint">Largest, estimated. What you leave out, models no longer read:</p>
      <ul class="window-largest" aria-label="What is largest">
        ${parts.map(
          part => html`<li>
            <span class="window-largest-title" title=${part.title}>${part.kind === 'tool' ? 'Definition of ' : ''}${part.title}</span>
            <span>${tokenCountText(part.tokens)}<span class="visually-hidden"> tokens</span></span>
            ${iconButton({
              icon: 'circle-slash',
              label: `Leave out ${part.title}`,
              title: part.kind === 'tool' ? 'Don’t Offer This Tool' : 'Leave Out',
              act: () => this.#leaveOut(part),
            })}
          </li>`,
        )}
      </ul>`;
  }

  #leaveOut({ kind, id }: LargePart): void {
    this.#popup.close();
    if (kind === 'tool') sendToHost(this, { type: 'enable-invoker', fullName: id, enabled: false });
    else sendToHost(this, { type: 'compact', result: id });
  }

  #toggle = (): void => {
    void this.#popup.toggle(() => this.querySelector<HTMLElement>('.popup'));
  };

  /** Its panel is the next one in the bar. */
  #chooseTools = (): void => {
    this.#popup.close();
    this.dispatchEvent(new Event('choose-tools', { bubbles: true }));
  };

  #compact = (): void => {
    this.#popup.close();
    sendToHost(this, { type: 'compact' });
  };

  #newConversation = (): void => {
    this.#popup.close();
    sendToHost(this, { type: 'new-conversation' });
  };
}

function isOtherDraft(draft: Draft, before: Draft | undefined): boolean {
  return draft.text !== before?.text || draft.attachments !== before.attachments;
}

function buttonText(measure: WindowMeasure | undefined): string {
  const share = measure && shareUsed(measure);
  if (measure === undefined) return 'Context window: not measured yet';
  if (share === undefined)
    return `Context: ${tokenCountText(measure.total)} tokens, the window’s size is not known`;
  return `Context window: ${shareText(share)} used`;
}

function usedText(measure: WindowMeasure): string {
  const share = shareUsed(measure);
  return share === undefined ? 'Next request' : `${shareText(share)} of the context window used`;
}

function explanation(measure: WindowMeasure): string {
  const { isEstimate } = measure;
  const from = isEstimate
    ? 'Estimated, until the model provider reports it.'
    : 'By what the model provider has reported.';
  switch (windowState(measure)) {
    case 'unknown':
      return `${from} How many tokens the model takes isn’t known.`;
    case 'ok':
      return from;
    case 'near':
      return `${from} Little is left: compact the conversation, switch off tools that you don’t need, or start a new one.`;
    case 'over':
      return `${from} That is too much: compact the conversation, switch off tools that you don’t need, or start a new one.`;
  }
}

/** Attributes of SVG, because the page allows no styles of elements. */
function rowView({ label, tokens }: WindowRow, whole: number): TemplateResult {
  const share = tokens / Math.max(1, whole);
  const width = Math.min(100, share * 100);
  return html`<tr>
    <th scope="row">
      ${label}
      <svg class="window-bar" viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">
        ${svg`<rect class="window-bar-whole" width="100" height="3"></rect><rect class="window-bar-part" width=${width} height="3"></rect>`}
      </svg>
    </th>
    <td>${tokenCountText(tokens)}<span class="visually-hidden"> tokens</span></td>
    <td>${shareText(share)}</td>
  </tr>`;
}

function ring(share: number | undefined): TemplateResult {
  const filled = Math.min(1, share ?? 0) * 100;
  return html`<svg class="window-ring" viewBox="0 0 16 16" aria-hidden="true">
    ${svg`<circle class="window-ring-whole" cx="8" cy="8" r="5.5" pathLength="100"></circle>`}
    ${filled === 0 ? nothing : svg`<circle class="window-ring-part" cx="8" cy="8" r="5.5" pathLength="100" stroke-dasharray="${Math.max(4, filled)} 100" transform="rotate(-90 8 8)"></circle>`}
  </svg>`;
}
