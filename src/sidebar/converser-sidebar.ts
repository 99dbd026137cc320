import { html, nothing, type TemplateResult } from 'lit';
import { actOnKey } from './act-on-key.ts';
import type { ChangesElement } from './changes-element.ts';
import type { MessageField } from './composer/message-field.ts';
import type { FindBar } from './find/find-bar.ts';
import { createMeasureWish } from './meter/measure-wish.ts';
import { createTouch, type Touch } from './page/create-touch.ts';
import { LightElement } from './page/light-element.ts';
import { createPageMemory, type PageMemory, type VsCodeApi } from './page/page-memory.ts';
import { HostMessage } from './page/send-to-host.ts';
import { takeFocus } from './page/take-focus.ts';
import { pageTemplate } from './page-template.ts';
import type { FindInPage, FromPage, ToPage } from './protocol.ts';
import { emptyPage, pageAfter, type ShownMessage } from './shown-page.ts';
import type { ConversationLog } from './transcript/conversation-log.ts';
import { turnCount } from './turns/conversation-view-model.ts';

export class ConverserSidebar extends LightElement {
  #vscode: VsCodeApi | undefined;
  #memory: PageMemory | undefined;
  #touch: Touch | undefined;
  #page = emptyPage;
  #inbox: ShownMessage[] = [];
  #isFinding = false;
  #sought: FindInPage | undefined;
  readonly #measuring = createMeasureWish(message => this.#post(message));
  readonly #shown = Promise.withResolvers<void>();

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
    const { state, view, announced } = this.#page;
    const memory = this.#memory;
    if (state === undefined || memory === undefined) return nothing;
    const findBar = this.#isFinding
      ? html`<converser-find .view=${view} .log=${this.#log} @find-close=${this.#closeFind}></converser-find>`
      : undefined;
    return pageTemplate({ state, view, announced, memory, findBar, post: this.#post });
  }

  protected override updated(): void {
    if (this.#field !== null) this.#shown.resolve();
    this.#findSought();
  }

  get #log(): ConversationLog | null {
    return this.querySelector('converser-log');
  }

  get #field(): MessageField | null {
    return this.querySelector('converser-message-field');
  }

  get #findBar(): FindBar | null {
    return this.querySelector('converser-find');
  }

  readonly #post = (message: FromPage): void => {
    if (message.type === 'send') {
      this.#follow();
      this.#memory?.addSent(message.text);
    }
    this.#vscode?.postMessage(message);
    if (!leadingToField.includes(message.type)) return;
    // The button that has the focus is about to disappear.
    this.#touch?.forget();
    this.#field?.focusField();
  };

  #onHostMessage = (event: Event): void => {
    if (!(event instanceof HostMessage)) return;
    this.#post(event.message);
    this.#touch?.forget();
  };

  #onMessage = ({ data }: MessageEvent<ToPage>): void => {
    switch (data.type) {
      case 'state':
      case 'event':
      case 'turns':
      case 'window':
        // At once: a hidden page draws nothing.
        if (this.#inbox.push(data) === 1) requestAnimationFrame(this.#readInbox);
        break;
      case 'compose':
        void this.#whenShown().then(() => this.#field?.compose(data.text));
        break;
      case 'focus':
        void this.#whenShown().then(() => this.#touch?.isTouched || this.#focus());
        break;
      case 'find':
        this.#sought = data;
        this.#findSought();
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
        this.#findBar?.take(data);
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
    const before = this.#page.view;
    this.#page = pageAfter(this.#page, this.#inbox.splice(0));
    const { state, view } = this.#page;
    if (state !== undefined) this.#measuring.show(state);
    const { conversation } = view.history;
    if (this.#memory !== undefined) {
      this.#memory.isPrivate = state?.isPrivate === true;
      this.#memory.conversation = turnCount(view) > 0 ? conversation : undefined;
    }
    if (turnCount(before) > 0 && before.history.conversation !== view.history.conversation) this.#follow();
    this.requestUpdate();
  };

  #onKeydown = (event: KeyboardEvent): void => {
    actOnKey(event, this.#page, {
      root: this,
      focus: () => this.#focus(),
      openFind: () => void this.#openFind(),
      announce: text => this.#announce(text),
      post: this.#post,
    });
  };

  #follow(): void {
    if (this.#memory !== undefined) this.#memory.place = undefined;
    this.#log?.follow();
  }

  #announce(announced: string): void {
    this.#page = { ...this.#page, announced };
    this.requestUpdate();
  }

  async #openFind(): Promise<void> {
    this.#isFinding = true;
    this.requestUpdate();
    await this.updateComplete;
    await this.#findBar?.updateComplete;
    this.#findBar?.focusField();
  }

  /** What is to be found may be in a conversation that the page doesn't show yet. */
  #findSought(): void {
    const sought = this.#sought;
    if (sought === undefined || this.#log === null) return;
    if (this.#page.view.history.conversation !== sought.conversation) return;
    this.#sought = undefined;
    void this.#openFind().then(() => this.#findBar?.begin(sought));
  }

  #closeFind = (): void => {
    this.#isFinding = false;
    this.requestUpdate();
  };

  /** A click on Converser's icon focuses the page as a whole; what you type next belongs into the field. */
  #onFocus = (): void => {
    this.#post({ type: 'focused' });
    void this.#whenShown().then(() => {
      if (isUnfocused()) this.#focus();
    });
  };

  /** A question of an MCP server gets the focus before the field does. */
  #focus(): void {
    const card = this.querySelector<HTMLElement>('.request');
    if (card === null) this.#field?.focusField();
    else takeFocus(() => card);
  }

  /** `compose` and `focus` may come before the first state, and so may you: VS Code starts extensions when it can. */
  async #whenShown(): Promise<void> {
    await this.#shown.promise;
    await this.#field?.updateComplete;
  }
}

const leadingToField: readonly FromPage['type'][] = [
  ...(['answer', 'answer-request', 'send', 'send-now', 'take-back'] as const),
  ...([
    'connect-to-models',
    'set-key',
    'open-conversation',
    'retry-turn',
    'restore-turn',
    'bring-back',
    'show-version',
  ] as const),
];

/** Whether the focus is nowhere in particular, though not because you press or have marked something. */
function isUnfocused(): boolean {
  const isPressed = document.querySelector(':active') !== null;
  return document.activeElement === document.body && !isPressed && getSelection()?.isCollapsed !== false;
}
