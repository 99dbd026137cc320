import { html, nothing, type TemplateResult } from 'lit';
import type { SidebarQuestion } from '../protocol.ts';

/** In view wherever you read. */
export function openQuestions(questions: readonly SidebarQuestion[]): TemplateResult | typeof nothing {
  const [only] = questions;
  if (only === undefined) return nothing;
  return html`<section class="questions" aria-label="Questions">
    ${
      questions.length === 1
        ? html`<converser-permission-card .question=${only}></converser-permission-card>`
        : html`<converser-permission-review .questions=${questions}></converser-permission-review>`
    }
  </section>`;
}
