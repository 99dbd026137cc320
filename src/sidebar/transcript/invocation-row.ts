import { html, nothing, type TemplateResult } from 'lit';
import { durationText } from '../../converser/ground/wording/numbers.ts';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import { allowedText } from '../../converser/words/texts/allowed-text.ts';
import { argumentsText } from '../../converser/words/texts/arguments-text.ts';
import type { CallSentence } from '../../converser/words/texts/call-sentence.ts';
import { planOf } from '../../converser/words/texts/plan-text.ts';
import { savedText } from '../../converser/words/texts/saving-texts.ts';
import { copyButton } from '../page/copy-button.ts';
import { ExpandableElement } from '../page/expandable-element.ts';
import { icon } from '../page/icon.ts';
import { reactive } from '../page/light-element.ts';
import { sendToHost } from '../page/send-to-host.ts';
import { prettyJson } from '../page/wording.ts';
import { planSteps } from '../plan-view.ts';
import type { InvocationItem, InvocationStatus } from '../turns/turn-view.ts';
import { sentenceOf } from './call-sentence-view.ts';
import { focusCall } from './focus-call.ts';
import { labelBadge, labelHint, spokenLabel } from './label-views.ts';
import { resultView, scrolledText } from './result-view.ts';

export class InvocationRow extends ExpandableElement {
  static override properties = reactive('item', 'showsPlan', 'mayPin');
  declare item: InvocationItem;
  declare showsPlan: boolean;
  declare mayPin: boolean;

  protected override render(): TemplateResult {
    const { item, expanded } = this;
    const details = `details-${item.key}`;
    const sentence = sentenceOf(item);
    const label = item.result?.label;
    const isPinned = item.result?.marks.pinned === true;
    return html`
      <div class="invocation ${item.status}" data-vscode-context=${this.mayPin ? JSON.stringify({ converserCall: item.key }) : nothing}>
        <div class="invocation-head">
          <button
            type="button"
            class="invocation-toggle"
            title=${sentence === undefined ? nothing : fullNameOf(item)}
            aria-expanded=${expanded}
            aria-controls=${details}
            @click=${this.toggle}
            @keydown=${this.#onKeydown}
          >
            ${icon(expanded ? 'chevron-down' : 'chevron-right', 'chevron')} ${icon(icons[item.status], 'state')}
            ${sentence === undefined ? named(item) : spoken(sentence)}
            <span class="visually-hidden">${noteOf(item)}${isPinned ? ', pinned' : ''}${spokenLabel(label)}</span>
          </button>
          ${sentence?.href === undefined ? nothing : this.#link(sentence.object, sentence.href)}
          <span class="invocation-note" aria-hidden="true">
            ${labelBadge(label)}
            ${isPinned ? icon('pinned') : nothing}
            ${sentence?.outcome === undefined ? nothing : html`<span class="invocation-outcome">${sentence.outcome}</span>`}
            <span class="invocation-time">${noteOf(item)}</span>
          </span>
        </div>
        ${progressOf(item)}
        ${this.showsPlan ? planSteps(planOf(item.canister, item.result) ?? []) : nothing}
        <div id=${details} class="invocation-details" ?hidden=${!expanded}>${expanded ? detailsOf(item, this.mayPin) : nothing}</div>
      </div>
    `;
  }

  /** It lies above the button, which reaches over the whole row. */
  #link(name: string, href: string): TemplateResult {
    const open = () => sendToHost(this, { type: 'open-link', href });
    const start = name.lastIndexOf('/') + 1;
    return html`<button type="button" class="invocation-file" aria-label="Open ${name}" title="Open ${name}" @click=${open}
      ><span class="invocation-folder">${name.slice(0, start)}</span><span>${name.slice(start)}</span></button
    >`;
  }

  open(): void {
    this.expand(true);
  }

  #onKeydown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    switch (event.key) {
      case 'ArrowRight':
        this.expand(true);
        break;
      case 'ArrowLeft':
        this.expand(false);
        break;
      case 'ArrowDown':
        focusCall(this, 1);
        break;
      case 'ArrowUp':
        focusCall(this, -1);
        break;
      default:
        return;
    }
    event.preventDefault();
  };
}

function detailsOf(item: InvocationItem, mayPin: boolean): TemplateResult {
  const why = item.result && allowedText(item.result);
  return html`${workOf(item, mayPin)}${labelHint(item.result?.label)}${why === undefined ? nothing : html`<p class="hint">${why}</p>`}`;
}

/** What a tool has made for people is what they want to see; otherwise the arguments explain the result. */
function workOf({ canister, result, status }: InvocationItem, mayPin: boolean): TemplateResult {
  const { title, copy, shown } = writtenArguments(canister);
  const before = replacedArguments(canister);
  if (result?.screen !== undefined)
    return html`${resultView(result, mayPin)}
      <details class="raw"><summary>${title}</summary>${shown}${copy}</details>
      ${before}`;
  return html`
    <div class="detail-head"><span>${title}</span>${copy}</div>
    ${shown} ${before}
    ${result === undefined ? html`<p class="hint">${status === 'cancelled' ? 'Stopped before it returned a result.' : 'No result yet.'}</p>` : resultView(result, mayPin)}
  `;
}

function replacedArguments({ written }: InvocationItem['canister']): TemplateResult | typeof nothing {
  if (written === undefined) return nothing;
  return html`<details class="raw"><summary>What the model wrote</summary>${scrolledText(prettyJson(written), 'What the model wrote')}</details>`;
}

function writtenArguments({ malformedArguments, arguments: args, written }: InvocationItem['canister']) {
  const text = malformedArguments ?? prettyJson(args);
  const changed = written === undefined ? 'Arguments' : 'Arguments, as you changed them';
  const title = malformedArguments === undefined ? changed : 'Arguments, as the model wrote them';
  return { title, copy: copyButton('arguments', () => text), shown: scrolledText(text, 'Arguments') };
}

function progressOf({ status, progress }: InvocationItem): TemplateResult | typeof nothing {
  if (status !== 'running' || progress === undefined) return nothing;
  const { message, fraction } = progress;
  return html`<div class="invocation-progress">
    <span>${message}</span>
    ${
      fraction === undefined
        ? nothing
        : html`<progress max="1" .value=${fraction} aria-label=${message || 'Progress'}></progress>`
    }
  </div>`;
}

function named(item: InvocationItem): TemplateResult {
  return html`<span class="invocation-name">${nameOf(item)}</span>
    <span class="invocation-summary">${argumentsText(item.canister.arguments)}</span>`;
}

function nameOf({ canister: { ensemble, name } }: InvocationItem): TemplateResult {
  const tool = html`<span class="invocation-tool">${visibleLine(name)}</span>`;
  return ensemble === ''
    ? tool
    : html`<span class="invocation-ensemble">${visibleLine(ensemble)}:</span>${tool}`;
}

/** A file is a link beside it, whose name the button has too, for those who hear it. */
function spoken({ verb, object, href, outcome }: CallSentence): TemplateResult {
  const counts = outcome === undefined ? nothing : html`<span class="visually-hidden"> ${outcome}</span>`;
  return html`<span class="invocation-verb">${verb}</span>
    <span class=${href === undefined ? 'invocation-object' : 'visually-hidden'}>${object}</span>${counts}`;
}

function fullNameOf({ canister: { ensemble, name } }: InvocationItem): string {
  return visibleLine(ensemble === '' ? name : `${ensemble}:${name}`);
}

function noteOf({ status, duration, result }: InvocationItem): TemplateResult {
  const time = duration === undefined ? '' : durationText(duration);
  switch (status) {
    case 'done':
      return html`<span class="visually-hidden">, done in </span>${time}`;
    case 'failed':
      return html`<span class="visually-hidden">, failed after </span>${time}`;
    case 'running':
      return html`<span class="visually-hidden">, running</span>`;
    case 'repeated': {
      const saved = savedText(result?.saved);
      const text = saved === '' ? 'repeated' : `repeated, saved ${saved}`;
      return html`<span class="visually-hidden">, </span><span title="The same answer as to an earlier call">${text}</span>`;
    }
    case 'waiting':
    case 'behind':
      return html`<span class="visually-hidden">, </span>waiting`;
    case 'cancelled':
      return html`<span class="visually-hidden">, </span>${status}`;
    case 'denied':
      return html`<span class="visually-hidden">, </span>not allowed`;
  }
}

const icons: Readonly<Record<InvocationStatus, string>> = {
  waiting: 'shield',
  behind: 'circle-large-outline',
  running: 'loading codicon-modifier-spin',
  done: 'check',
  repeated: 'history',
  failed: 'error',
  denied: 'circle-slash',
  cancelled: 'stop-circle',
};
