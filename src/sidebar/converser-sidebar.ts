import { VscodeButton } from '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { announcement, requestAnnouncement, steeringAnnouncement } from './announcement.ts';
import type { ChangesElement } from './changes/changes-element.ts';
import type { MessageField } from './composer/message-field.ts';
import { queuedMessages } from './composer/queued-messages.ts';
import type { FindBar } from './find/find-bar.ts';
import { plainText } from './markdown/parse-markdown.ts';
import { createTouch, type Touch } from './page/create-touch.ts';
import { icon } from './page/icon.ts';
import { isTyping } from './page/is-typing.ts';
import { LightElement } from './page/light-element.ts';
import { approvalsNeeded } from './page/needs-approval.ts';
import { allows, opensFind, wantsField } from './page/page-keys.ts';
import { createPageMemory, type PageMemory, type VsCodeApi } from './page/page-memory.ts';
import { createQuestionBell } from './page/question-bell.ts';
import { HostMessage } from './page/send-to-host.ts';
import { takeFocus } from './page/take-focus.ts';
import { awaitedText, ledByText } from './page/wording.ts';
import { allowByKey } from './permission/allow-by-key.ts';
import { pinnedPlan } from './plan/plan-view.ts';
import type { FromPage, SidebarState, ToPage } from './protocol.ts';
import type { ConversationLog } from './transcript/conversation-log.ts';
import { exposedLine } from './transcript/label-views.ts';
import { conversationSpending } from './transcript/spending-view.ts';
import { welcome } from './transcript/welcome.ts';
import {
  type ConversationView,
  emptyView,
  lastTurns,
  planAtWork,
  turnCount,
  viewAfter,
  viewMeasured,
  viewOf,
  viewWith,
} from './turns/conversation-view-model.ts';
import { createMeasureWish } from './window/measure-wish.ts';

/** What changes the view. */
type ShownType = 'state' | 'event' | 'turns' | 'window';

/** The whole page: shows what the extension posts, and posts what you do. */
export class ConverserSidebar extends LightElement {
  #vscode: VsCodeApi | undefined;
  #memory: PageMemory | undefined;
  #state: SidebarState | undefined;
  #view = emptyView;
  #announced = '';
  readonly #ring = createQuestionBell();
  readonly #measuring = createMeasureWish(message => this.#post(message));
  #isFinding = false;
  #touch: Touch | undefined;
  readonly #shown = Promise.withResolvers<void>();
  /** What came since the last frame. */
  #inbox: (ToPage & { type: ShownType })[] = [];

  /** Call it once, before anything is shown. */
  connect(vscode: VsCodeApi): void {
    this.#vscode = vscode;
    this.#memory = createPageMemory(vscode);
    this.#touch = createTouch();
    window.addEventListener('message', this.#onMessage);
    this.addEventListener(HostMessage.type, this.#onHostMessage);
    document.addEventListener('keydown', this.#onKeydown);
    document.addEventListener('focusin', this.#measuring.wish);
    window.addEventListener('focus', this.#onFocus);
    if (document.hasFocus()) this.#onFocus();
    this.#post({ type: 'ready' });
  }

  protected override render(): TemplateResult | typeof nothing {
    const [state, memory] = [this.#state, this.#memory];
    if (state === undefined || memory === undefined) return nothing;
    const { running, spending, savings } = this.#view;
    const plan = planAtWork(this.#view);
    return html`
      <main class="page">
        <h1 class="visually-hidden">Converser</h1>
        ${this.#isFinding ? html`<converser-find .view=${this.#view} .log=${this.#log} @find-close=${this.#closeFind}></converser-find>` : nothing}
        ${
          turnCount(this.#view) === 0
            ? welcome(
                state.models.find(({ reference }) => reference === state.model),
                message => this.#post(message),
              )
            : html`<converser-log .view=${this.#view} .awaited=${awaitedText(state.ensembles)} .memory=${memory}></converser-log>`
        }
        ${state.client === undefined ? nothing : html`<p class="led-by">${ledByText(state.client)}</p>`}
        ${state.exposure === undefined ? nothing : exposedLine(state.exposure)}
        ${approvalsNeeded(state.ensembles)}
        ${requestsOf(state, memory)}
        ${spending === undefined ? nothing : conversationSpending(spending, savings)}
        ${running && state.stopsAfterRound ? html`<p class="stopping">${icon('debug-pause')}<span>Stops after this round</span></p>` : nothing}
        ${plan === undefined ? nothing : pinnedPlan(plan, memory)}
        ${queuedMessages(state.queued)}
        <converser-message-field
          .running=${running}
          .isAsking=${state.questions.length > 0}
          .stopsAfterRound=${state.stopsAfterRound === true}
          .models=${state.models}
          .model=${state.model}
          .effort=${state.effort}
          .modes=${state.modes}
          .mode=${state.mode}
          .ensembles=${state.ensembles}
          .window=${this.#view.window}
          .prompts=${this.#prompts(state)}
          .memory=${memory}
        ></converser-message-field>
      </main>
      <div class="visually-hidden" role="status" aria-live="polite">${this.#announced}</div>
    `;
  }

  #prompts({ history }: SidebarState): readonly string[] {
    const known = new Set(history.prompts);
    const asked = lastTurns(this.#view).map(({ prompt }) => prompt);
    return [...history.prompts, ...asked.filter(prompt => prompt !== '' && !known.has(prompt))];
  }

  get #log(): ConversationLog | null {
    return this.querySelector('converser-log');
  }

  get #field(): MessageField | null {
    return this.querySelector('converser-message-field');
  }

  /** A question of an MCP server gets the focus before the field does. */
  #focus(): void {
    const card = this.querySelector<HTMLElement>('.request');
    if (card === null) this.#field?.focusField();
    else takeFocus(() => card);
  }

  #post(message: FromPage): void {
    if (message.type === 'send') {
      this.#follow();
      this.#memory?.addSent(message.text);
    }
    this.#vscode?.postMessage(message);
  }

  #follow(): void {
    if (this.#memory !== undefined) this.#memory.place = undefined;
    this.#log?.follow();
  }

  #onHostMessage = (event: Event): void => {
    if (!(event instanceof HostMessage)) return;
    this.#post(event.message);
    this.#touch?.forget();
    // The button that has the focus is about to disappear.
    if (['answer', 'answer-request', 'send', 'send-now', 'take-back'].includes(event.message.type))
      this.#field?.focusField();
  };

  /** A click on Converser's icon focuses the page as a whole; what you type next belongs into the field. */
  #onFocus = (): void => {
    void this.#whenShown().then(() => {
      if (isUnfocused()) this.#focus();
    });
  };

  #onKeydown = (event: KeyboardEvent): void => {
    if (wantsField(event)) {
      event.preventDefault();
      // VS Code's command takes the focus from the page for a moment, and what you type then would be lost.
      event.stopPropagation();
      this.#focus();
      return;
    }
    if (opensFind(event) && turnCount(this.#view) > 0) {
      event.preventDefault();
      void this.#openFind();
      return;
    }
    // It is not a native button: the space bar would also scroll, and Enter would begin a line where the focus goes.
    if ([' ', 'Enter'].includes(event.key) && event.target instanceof VscodeButton) event.preventDefault();
    if (allows(event) && allowByKey(this)) {
      event.preventDefault();
      return;
    }
    if (event.key !== 'Escape' || event.isComposing || !this.#view.running) return;
    event.preventDefault();
    if (event.shiftKey)
      this.#post({ type: 'stop-after-round', stops: this.#state?.stopsAfterRound !== true });
    // With this key you may only want to get rid of what you are writing.
    else if (isTyping())
      this.#announce('Not stopped, because you are writing. Press Stop, or empty the field first.');
    else this.#post({ type: 'stop' });
  };

  async #openFind(): Promise<void> {
    this.#isFinding = true;
    this.requestUpdate();
    await this.updateComplete;
    const bar = this.querySelector<FindBar>('converser-find');
    await bar?.updateComplete;
    bar?.focusField();
  }

  #closeFind = (): void => {
    this.#isFinding = false;
    this.requestUpdate();
  };

  #onMessage = ({ data }: MessageEvent<ToPage>): void => {
    switch (data.type) {
      case 'state':
      case 'event':
      case 'turns':
      case 'window':
        // At once: a hidden page draws nothing.
        if (data.type === 'state') this.#ring(data.state);
        if (this.#inbox.push(data) === 1) requestAnimationFrame(this.#readInbox);
        break;
      case 'compose':
        void this.#whenShown().then(() => this.#field?.compose(data.text));
        break;
      case 'focus':
        void this.#whenShown().then(() => this.#touch?.isTouched || this.#focus());
        break;
      case 'add':
        void this.#whenShown().then(() => this.#field?.add(data.text));
        break;
      case 'insert':
        void this.#whenShown().then(() => this.#field?.insert(data.text));
        break;
      case 'changes':
        for (const element of this.querySelectorAll<ChangesElement>('converser-changes'))
          if (element.turn === data.turn) element.take(data);
        break;
      case 'found':
        this.querySelector<FindBar>('converser-find')?.take(data);
        break;
      case 'attachments':
        this.#field?.attach(data);
        break;
      case 'completions':
        this.#field?.suggest(data);
        break;
    }
  };

  /** Once per frame, however fast the model writes. */
  #readInbox = (): void => {
    const before = this.#view;
    const asked = this.#state?.requests ?? [];
    const known = this.#state;
    for (const message of this.#inbox.splice(0)) {
      this.#view = this.#viewAfter(message);
      if (message.type === 'state') this.#state = message.state;
    }
    if (this.#state !== undefined) this.#measuring.show(this.#state);
    if (turnCount(before) > 0 && before.history.conversation !== this.#view.history.conversation)
      this.#follow();
    // Emptied between turns, so that an identical answer is announced again.
    const silence = this.#view.running && !before.running ? '' : this.#announced;
    this.#announced =
      requestAnnouncement(asked, this.#state?.requests ?? []) ??
      announcement(before, this.#view, plainText) ??
      steeringAnnouncement(known, this.#state) ??
      silence;
    this.requestUpdate();
  };

  #viewAfter(message: ToPage & { type: ShownType }): ConversationView {
    switch (message.type) {
      case 'state':
        return viewOf(message.state, this.#view);
      case 'event':
        return viewAfter(this.#view, message.event);
      case 'turns':
        return viewWith(this.#view, message);
      case 'window':
        return viewMeasured(this.#view, message);
    }
  }

  #announce(text: string): void {
    this.#announced = text;
    this.requestUpdate();
  }

  protected override updated(): void {
    if (this.#field !== null) this.#shown.resolve();
  }

  /** `compose` and `focus` may come before the first state, and so may you: VS Code starts extensions when it can. */
  async #whenShown(): Promise<void> {
    await this.#shown.promise;
    await this.#field?.updateComplete;
  }
}

/** Whether the focus is nowhere in particular, though not because you press or have marked something. */
function isUnfocused(): boolean {
  const isPressed = document.querySelector(':active') !== null;
  return document.activeElement === document.body && !isPressed && getSelection()?.isCollapsed !== false;
}

function requestsOf({ requests }: SidebarState, memory: PageMemory): TemplateResult | typeof nothing {
  if (requests.length === 0) return nothing;
  return html`<section class="requests" aria-label="Questions from MCP servers">
    ${repeat(
      requests,
      ({ id }) => id,
      request => html`<converser-request .request=${request} .memory=${memory}></converser-request>`,
    )}
  </section>`;
}
