import { html, nothing, type TemplateResult } from 'lit';
import { visibleLine, visibleProse } from '../converser/ground/wording/visible-text.ts';
import type {
  CompactionCanister,
  LeftOutPassage,
  LeftOutResult,
} from '../converser/words/canister/canister.ts';
import {
  beforeAndAfterText,
  compactionReasons,
  compactionText,
  leftOutPassageText,
  leftOutResultText,
} from '../converser/words/texts/saving-texts.ts';
import { ExpandableElement } from './page/expandable-element.ts';
import { icon } from './page/icon.ts';
import { reactive } from './page/light-element.ts';
import { sendToHost } from './page/send-to-host.ts';

export class CompactionRow extends ExpandableElement {
  static override properties = reactive('canister', 'mayTakeBack');
  declare canister: CompactionCanister;
  declare mayTakeBack: boolean;

  protected override render(): TemplateResult {
    const { canister, expanded } = this;
    const isTakenBack = !canister.marks.active;
    const state = isTakenBack ? 'Taken back' : 'Compacted';
    return html`<details class="reasoning compaction" ?open=${expanded}>
      <summary @click=${this.toggle}>
        ${icon(isTakenBack ? 'discard' : 'archive', 'state')}
        <span class="reasoning-title">${state}: ${compactionText(canister)}</span>
      </summary>
      ${expanded ? this.#details(isTakenBack) : nothing}
    </details>`;
  }

  #details(isTakenBack: boolean): TemplateResult {
    const { canister, mayTakeBack } = this;
    const { reason, results, passages, tokens } = canister;
    return html`<div class="compaction-details" tabindex="0" role="group" aria-label="What is left out">
        <p class="hint">${compactionReasons[reason]} ${beforeAndAfterText(tokens)} You still see all of it here${
          isTakenBack ? ', and the model reads it again.' : '.'
        }</p>
        ${results.length === 0 ? nothing : html`<ul aria-label="Results">${results.map(resultLine)}</ul>`}
        ${passages.map(passageView)}
      </div>
      ${
        mayTakeBack
          ? html`<div class="outcome-choices"><vscode-button secondary @click=${this.#takeBack}>${
              isTakenBack ? 'Leave Out Again' : 'Take Back'
            }</vscode-button></div>`
          : nothing
      }`;
  }

  readonly #takeBack = (): void => {
    const { id, marks } = this.canister;
    sendToHost(this, { type: 'take-back-compaction', id, takenBack: marks.active });
  };
}

function resultLine(result: LeftOutResult): TemplateResult {
  return html`<li><code>${visibleLine(result.title)}</code> ${leftOutResultText(result)}</li>`;
}

function passageView(passage: LeftOutPassage): TemplateResult {
  const { summary, calls } = passage;
  return html`<p>${leftOutPassageText(passage)}:</p>
    ${
      summary === undefined
        ? html`<ul aria-label="Calls">${calls.map(call => html`<li><code>${visibleLine(call)}</code></li>`)}</ul>`
        : html`<blockquote class="compaction-summary">${visibleProse(summary)}</blockquote>`
    }`;
}
