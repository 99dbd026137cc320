import { html, nothing, type TemplateResult } from 'lit';
import { spendingText } from '../converser/words/spending/spending-text.ts';
import { queuedMessages } from './composer/queued-messages.ts';
import { icon } from './page/icon.ts';
import type { PageMemory } from './page/page-memory.ts';
import { awaitedText, ledByText } from './page/wording.ts';
import { openQuestions } from './permission/open-questions.ts';
import type { FromPage, SidebarState } from './protocol.ts';
import { openRequests } from './requests/open-requests.ts';
import { aheadRow } from './transcript/ahead-row.ts';
import { welcome } from './transcript/welcome.ts';
import {
  type ConversationView,
  lastTurns,
  planAtWork,
  promptsIn,
  turnCount,
} from './turns/conversation-view-model.ts';
import { questionsOf } from './turns/turn-view.ts';

export interface PageParts {
  readonly state: SidebarState;
  readonly view: ConversationView;
  readonly announced: string;
  readonly memory: PageMemory;
  readonly findBar: TemplateResult | undefined;
  readonly post: (message: FromPage) => void;
}

export function pageTemplate(parts: PageParts): TemplateResult {
  const { state, view, announced, memory, findBar, post } = parts;
  return html`
    <main class="page">
      <h1 class="visually-hidden">Converser</h1>
      ${findBar ?? nothing}
      ${conversationOrWelcome(parts)}
      ${state.isPrivate ? note('eye-closed', 'Private: gone when this window closes') : nothing}
      ${state.runsElsewhere ? note('window', 'Another window runs this turn') : nothing}
      ${state.client === undefined ? nothing : html`<p class="led-by">${ledByText(state.client)}</p>`}
      ${aheadRow(state, parts.post)}
      ${openRequests(state.requests, memory)}
      ${openQuestions(view.running ? lastTurns(view).flatMap(questionsOf) : state.questions)}
      ${view.running && state.stopsAfterRound ? note('debug-pause', 'Stops after this round') : nothing}
      ${state.isRecorded ? recordingLine(post) : nothing}
      ${statusLine(parts)}
      ${queuedMessages(state.queued)}
      ${messageField(parts)}
    </main>
    <div class="visually-hidden" role="status" aria-live="polite">${announced}</div>
  `;
}

function conversationOrWelcome({ state, view, memory, post }: PageParts): TemplateResult {
  const { models, model, recent = [], ensembles } = state;
  return turnCount(view) === 0
    ? welcome(
        models.find(({ reference }) => reference === model),
        recent,
        post,
      )
    : html`<converser-log .view=${view} .awaited=${awaitedText(ensembles)} .memory=${memory}></converser-log>`;
}

function note(name: string, said: string): TemplateResult {
  return html`<p class="page-note">${icon(name)}<span>${said}</span></p>`;
}

function recordingLine(post: PageParts['post']): TemplateResult {
  return html`<div class="recording" role="group" aria-label="Recording">
    ${icon('record')}<span>Recording</span>
    <button type="button" @click=${() => post({ type: 'stop-recording' })}>Stop Recording</button>
  </div>`;
}

function statusLine({ state, view, memory }: PageParts): TemplateResult {
  return html`<converser-status
    .ensembles=${state.ensembles}
    .exposure=${state.exposure}
    .plan=${planAtWork(view)}
    .spending=${view.spending}
    .savings=${view.savings}
    .isTold=${isTotalTold(view)}
    .memory=${memory}
  ></converser-status>`;
}

/** The figures of a turn stand below it. */
function isTotalTold(view: ConversationView): boolean {
  const last = lastTurns(view).at(-1)?.spending;
  const isSame =
    last !== undefined && view.spending !== undefined && spendingText(last) === spendingText(view.spending);
  return turnCount(view) < 2 || (!view.running && isSame);
}

function messageField({ state, view, memory }: PageParts): TemplateResult {
  return html`<converser-message-field
    .running=${view.running}
    .isAsking=${state.questions.length > 0}
    .stopsAfterRound=${state.stopsAfterRound === true}
    .models=${state.models}
    .model=${state.model}
    .effort=${state.effort}
    .modes=${state.modes}
    .mode=${state.mode}
    .ensembles=${state.ensembles}
    .window=${view.window}
    .editor=${state.editor}
    .prompts=${promptsIn(view)}
    .editing=${state.editing}
    .memory=${memory}
  ></converser-message-field>`;
}
