import { html, nothing, type TemplateResult } from 'lit';
import { shortened } from '../../converser/ground/wording/cut-text.ts';
import { indentedJson } from '../../converser/ground/wording/indented-json.ts';
import { visibleProse } from '../../converser/ground/wording/visible-text.ts';
import type { ResultCanister } from '../../converser/words/canister/canister.ts';
import type { Content, TextContent } from '../../converser/words/canister/content.ts';
import { failureTexts } from '../../converser/words/texts/failure-texts.ts';
import { copyButton } from '../page/copy-button.ts';
import { icon } from '../page/icon.ts';
import { sending } from '../page/send-to-host.ts';
import { pinButton } from '../pin-button.ts';
import { readableText } from '../turns/readable-text.ts';
import { imageView } from './image-view.ts';

export function resultView(result: ResultCanister, mayPin: boolean): TemplateResult {
  const { failure, id, marks } = result;
  if (failure !== undefined) return failureView(failure);
  const raw = () => readableText(result.content);
  // Where a line stands in its place, what that points to is what can be pinned.
  const isPinnable = mayPin && result.inShort !== true;
  return html`
    <div class="detail-head"><span>Result</span>${isPinnable ? pinButton({ id, what: 'result', isPinned: marks.pinned }) : nothing}${copyButton('result', raw)}</div>
    ${result.repeats === undefined ? nothing : html`<p class="hint">Same answer as to an earlier call.${result.inShort === true ? ' The model is sent a line that points there.' : ''}</p>`}
    ${
      result.screen === undefined
        ? partsView(result.content)
        : html`
            ${scrolledMarkdown(result.screen)}
            <details class="raw">
              <summary>What the model sees</summary>
              ${partsView(result.content)}
            </details>
          `
    }
  `;
}

function failureView({ kind, message }: NonNullable<ResultCanister['failure']>): TemplateResult {
  const name = failureTexts[kind];
  return html`
    <div class="detail-head"><span>Failure</span>${copyButton('failure', () => `${name}: ${message}`)}</div>
    <p class="failure">${icon('error')}<span><strong>${name}.</strong> ${message}</span></p>
  `;
}

function partsView(content: readonly Content[]): TemplateResult {
  return content.length === 0
    ? html`<p class="hint">Nothing was returned.</p>`
    : html`${content.map(partView)}`;
}

function partView(part: Content): TemplateResult | typeof nothing {
  switch (part.type) {
    case 'text':
      return textView(part);
    case 'image':
      return imageView(part, 'Image in the result');
    case 'resource':
      return html`${resourceLink(part.uri)}${part.text === undefined ? nothing : scrolledText(part.text)}`;
    case 'opaque':
      return nothing;
  }
}

function textView({ mimeType, text }: TextContent): TemplateResult {
  if (mimeType === 'text/markdown') {
    return scrolledMarkdown(text);
  }
  return scrolledText(mimeType === 'application/json' ? indentedJson(text) : text);
}

function scrolledMarkdown(text: string): TemplateResult {
  return html`<div class="scrolled-markdown" tabindex="0" role="group" aria-label="Result">
    <converser-markdown class="markdown" .text=${text}></converser-markdown>
  </div>`;
}

/** Text with nothing invisible in it. A long one scrolls, so it has to be reachable by keyboard. */
export function scrolledText(text: string, name = 'Result'): TemplateResult {
  return html`<pre class="scrolled" tabindex="0" role="group" aria-label=${name}>${visibleProse(text)}</pre>`;
}

/** What you attached. A text before it is the name that your message gives it. */
export function documentView(content: readonly Content[]): TemplateResult {
  const [first, second] = content;
  const isNamed = first?.type === 'text' && second !== undefined;
  const name = isNamed ? first.text.replace(/:$/, '') : undefined;
  return html`${(isNamed ? content.slice(1) : content).map(part => attachedView(part, name))}`;
}

function attachedView(part: Content, name = firstLine(readableText([part]))): TemplateResult {
  if (part.type === 'image')
    return html`<span class="resource picture">${imageView(part, name)}<span>${name}</span></span>`;
  if (part.type !== 'resource')
    return html`<span class="resource">${icon('file')}<span>${name}</span></span>`;
  const live = liveNames[part.uri];
  if (live === undefined || part.text === undefined) return resourceLink(part.uri);
  return html`<details class="attached-text">
    <summary>${live}</summary>
    ${scrolledText(part.text, live)}
  </details>`;
}

/** These lie nowhere where they could be opened. */
const liveNames: Readonly<Record<string, string>> = {
  problems: 'Problems',
  terminal: 'Terminal',
  'git-diff': 'Git changes',
};

export function firstLine(text: string): string {
  return shortened(text.trim().split('\n', 1)[0] ?? '', 80);
}

export function resourceLink(uri: string, shown?: string): TemplateResult {
  const name = shown ?? decoded(uri).split(/[\\/]/).filter(Boolean).at(-1) ?? uri;
  return html`<button type="button" class="resource" title=${uri} @click=${sending({ type: 'open-link', href: uri })}>${icon('file')}<span>${name}</span></button>`;
}

function decoded(uri: string): string {
  try {
    return decodeURI(uri);
  } catch {
    return uri;
  }
}
