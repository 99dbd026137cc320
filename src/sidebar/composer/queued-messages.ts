import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { icon } from '../page/icon.ts';
import { iconButton } from '../page/icon-button.ts';
import { sendToHost } from '../page/send-to-host.ts';
import type { QueuedMessage } from '../protocol.ts';

/** The messages that wait for the answer, above the field in which you wrote them. */
export function queuedMessages(queued: readonly QueuedMessage[]): TemplateResult | typeof nothing {
  if (queued.length === 0) return nothing;
  return html`<section class="queued" aria-label="Waiting messages">
    <p class="hint">Sent after the answer:</p>
    <ul>
      ${repeat(
        queued,
        ({ id }) => id,
        message => queuedMessage(message),
      )}
    </ul>
  </section>`;
}

function queuedMessage({ id, text }: QueuedMessage): TemplateResult {
  const act = ({ currentTarget }: Event) =>
    currentTarget !== null && sendToHost(currentTarget, { type: 'take-back', id });
  const label = `Edit the waiting message: ${text.slice(0, 80)}`;
  return html`<li class="queued-message">
    ${icon('clock')}<span class="queued-text" title=${text}>${text}</span>
    ${iconButton({ icon: 'edit', label, title: 'Put back into the field', act })}
  </li>`;
}
