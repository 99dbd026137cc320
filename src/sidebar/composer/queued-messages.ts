import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { icon } from '../page/icon.ts';
import { iconButton } from '../page/icon-button.ts';
import { sending } from '../page/send-to-host.ts';
import type { QueuedMessage } from '../protocol.ts';

export function queuedMessages(queued: readonly QueuedMessage[]): TemplateResult | typeof nothing {
  if (queued.length === 0) return nothing;
  const waitingFor = (when: QueuedMessage['when']) => queued.filter(message => message.when === when);
  return html`<section class="queued" aria-label="Waiting messages">
    ${group('Sent before the next round:', waitingFor('next-round'))}
    ${group('Sent after the answer:', waitingFor('after-answer'))}
  </section>`;
}

function group(title: string, messages: readonly QueuedMessage[]): TemplateResult | typeof nothing {
  if (messages.length === 0) return nothing;
  return html`<p class="hint">${title}</p>
    <ul aria-label=${title}>
      ${repeat(
        messages,
        ({ id }) => id,
        message => queuedMessage(message),
      )}
    </ul>`;
}

function queuedMessage({ id, text, when, isCall }: QueuedMessage): TemplateResult {
  const start = text.slice(0, 80);
  const sendNow = iconButton({
    icon: 'arrow-up',
    label: `Send now: ${start}`,
    title: 'Send Now (before the next round)',
    act: sending({ type: 'send-now', id }),
  });
  const edit = iconButton({
    icon: 'edit',
    label: `Edit the waiting message: ${start}`,
    title: 'Put back into the field',
    act: sending({ type: 'take-back', id }),
  });
  return html`<li class="queued-message">
    ${icon(when === 'next-round' ? 'arrow-up' : 'clock')}<span class="queued-text" title=${text}>${text}</span>
    ${when === 'next-round' || isCall ? nothing : sendNow}${edit}
  </li>`;
}
