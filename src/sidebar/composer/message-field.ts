import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Effort } from '../../converser/ground/wording/effort-names.ts';
import type { WindowMeasure } from '../../converser/words/context-window/window-measure.ts';
import { hasWindow } from '../meter/measure-wish.ts';
import { leftFor } from '../meter/with-draft.ts';
import { focusAbove } from '../page/focus-above.ts';
import { iconButton } from '../page/icon-button.ts';
import { LightElement, reactive } from '../page/light-element.ts';
import type { PageMemory } from '../page/page-memory.ts';
import { sendToHost } from '../page/send-to-host.ts';
import { takeFocus } from '../page/take-focus.ts';
import type { SidebarEnsemble, SidebarMode, SidebarModel, SidebarState, ToPage } from '../protocol.ts';
import { AttachmentChips } from './attachment-chips.ts';
import type { Room } from './attachment-warnings.ts';
import { CompletionList } from './completion-list.ts';
import { DraftSize } from './draft-size.ts';
import { EditedMessage } from './edited-message.ts';
import { effortPicker } from './effort-picker.ts';
import { FoldingBar } from './folding-bar.ts';
import type { ModePicker } from './mode-picker.ts';
import { RecalledMessages } from './recalled-messages.ts';
import { sendButtons } from './send-buttons.ts';
import { allowDrop, takeDropped, takePasted } from './take-files.ts';

export class MessageField extends LightElement {
  static override properties = reactive(
    'running',
    'isAsking',
    'stopsAfterRound',
    'models',
    'model',
    'effort',
    'modes',
    'mode',
    'ensembles',
    'window',
    'editor',
    'prompts',
    'memory',
    'isEmpty',
    'editing',
  );
  declare running: boolean;
  declare isAsking: boolean;
  declare stopsAfterRound: boolean;
  declare models: readonly SidebarModel[];
  declare model: string | undefined;
  declare effort: Effort | undefined;
  declare modes: readonly SidebarMode[];
  declare mode: string;
  declare ensembles: readonly SidebarEnsemble[];
  /** Absent: it was not measured yet. */
  declare window: WindowMeasure | undefined;
  declare editor: string | undefined;
  declare prompts: readonly string[];
  declare memory: PageMemory;
  declare isEmpty: boolean;
  declare editing: SidebarState['editing'];

  readonly #edited = new EditedMessage({
    written: () => this.#field?.value,
    compose: text => this.compose(text),
    stop: () => this.#stopEditing(),
  });

  readonly #recalled = new RecalledMessages({
    prompts: () => this.prompts,
    memory: () => this.memory,
    isEmpty: () => this.isEmpty,
    fill: text => this.#fill(text),
  });

  readonly #completions = new CompletionList(this, {
    field: () => this.#field,
    changed: () => this.#note(this.#field?.value ?? ''),
  });

  readonly #attachments = new AttachmentChips(this, {
    field: () => this.#field,
    room: () => this.#room(),
    changed: () => this.#note(this.#field?.value ?? ''),
    editor: () => this.editor,
    insert: mention => this.insert(mention),
  });

  readonly #draft = new DraftSize(this);

  readonly #bar = new FoldingBar(this);

  constructor() {
    super();
    this.isEmpty = true;
  }

  protected override render(): TemplateResult {
    return html`
      ${this.#edited.render(this.editing)}
      ${this.#attachments.render()}
      <div class="field" @dragover=${allowDrop} @drop=${this.#onDrop}>
        <textarea
          rows="1"
          aria-label="Message"
          aria-keyshortcuts="Shift+Tab Control+ArrowUp Meta+ArrowUp"
          placeholder=${this.running ? 'Next message (Escape stops)' : 'Ask anything, or describe a task'}
          autocomplete="off"
          aria-autocomplete="list"
          aria-controls=${this.#completions.isOpen ? 'completions' : nothing}
          aria-activedescendant=${this.#completions.marked ?? nothing}
          @input=${this.#onInput}
          @keydown=${this.#onKeydown}
          @paste=${this.#onPaste}
        ></textarea>
        ${this.#completions.render()}
        <div class="field-bar">
          ${iconButton({ icon: 'add', label: 'Add context', title: 'Add context…', act: this.#addContext })}
          <converser-fold-menu .mode=${this.#unusualMode}></converser-fold-menu>
          <converser-tools-picker class="foldable" .ensembles=${this.ensembles}></converser-tools-picker>
          <converser-mode-picker class="foldable" .modes=${this.modes} .mode=${this.mode}></converser-mode-picker>
          <converser-model-picker .models=${this.models} .model=${this.model}></converser-model-picker>
          ${effortPicker(this.#chosen, this.effort)}
          ${this.#windowMeter()}
          <span class="spacer"></span>
          ${this.#sendButtons()}
        </div>
      </div>
    `;
  }

  #stopEditing(): void {
    sendToHost(this, { type: 'edit-message' });
  }

  get #unusualMode(): string {
    const [ordinary, ...others] = this.modes;
    return this.mode === ordinary?.name
      ? ''
      : (others.find(({ name }) => name === this.mode)?.title ?? this.mode);
  }

  #windowMeter(): TemplateResult | typeof nothing {
    if (!hasWindow(this.model)) return nothing;
    return html`<converser-window-meter
      .measure=${this.window}
      .draft=${{ text: this.#draft.tokens, attachments: this.#attachments.tokens }}
      .ensembles=${this.ensembles}
      .running=${this.running}
      @choose-tools=${() => this.querySelector<HTMLElement>('converser-tools-picker button')?.click()}
    ></converser-window-meter>`;
  }

  #sendButtons(): TemplateResult {
    const { running, stopsAfterRound, isEmpty } = this;
    const acts = { send: () => this.#send(), stop: this.#stop };
    return sendButtons(this, { running, stopsAfterRound, isEmpty, canSend: this.#canSend, ...acts });
  }

  protected override firstUpdated(_changed: PropertyValues<this>): void {
    this.#bar.watch();
    if (this.memory.draft !== '') this.#fill(this.memory.draft);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('editing')) this.#edited.become(this.editing, changed.get('editing'));
  }

  compose(text: string): void {
    this.#fill(text);
    this.#recalled.leave();
    this.focusField();
  }

  add(text: string): void {
    const written = this.#field?.value.trimEnd() ?? '';
    this.compose(written === '' ? text : `${written}\n\n${text}`);
  }

  insert(text: string): void {
    const field = this.#field;
    if (field === null) return;
    const before = field.value.slice(0, field.selectionStart);
    const after = field.value.slice(field.selectionEnd);
    const inserted = `${/\S$/.test(before) ? ' ' : ''}${text}${/^\s/.test(after) ? '' : ' '}`;
    field.setRangeText(inserted, field.selectionStart, field.selectionEnd, 'end');
    this.#recalled.leave();
    this.#note(field.value);
    this.focusField();
  }

  attach(attachments: ToPage & { readonly type: 'attachments' }): void {
    this.#attachments.take(attachments);
  }

  suggest(completions: ToPage & { readonly type: 'completions' }): void {
    this.#completions.take(completions);
  }

  focusField(): void {
    takeFocus(() => this.#field);
  }

  get #field(): HTMLTextAreaElement | null {
    return this.querySelector('textarea');
  }

  get #chosen(): SidebarModel | undefined {
    return this.models.find(({ reference }) => reference === this.model);
  }

  get #canSend(): boolean {
    return !this.isEmpty && this.model !== undefined;
  }

  #fill(text: string): void {
    const field = this.#field;
    if (field === null) return;
    field.value = text;
    field.setSelectionRange(text.length, text.length);
    this.#note(text);
  }

  #note(text: string): void {
    this.isEmpty = text.trim() === '';
    this.memory.draft = text;
    this.#draft.note(text);
    this.#attachments.look();
  }

  #room(): Room | undefined {
    const model = this.#chosen;
    return model && { model, text: this.#draft.tokens, left: this.window && leftFor(this.window) };
  }

  #onInput = (): void => {
    this.#recalled.leave();
    this.#note(this.#field?.value ?? '');
    this.#completions.look();
  };

  #onPaste = (event: ClipboardEvent): void => takePasted(event, this);

  #onDrop = (event: DragEvent): void => takeDropped(event, this);

  #onKeydown = (event: KeyboardEvent): void => {
    // While a word is being composed, Enter and the arrows belong to the input method.
    if (event.isComposing) return;
    if (this.#completions.takeKey(event)) {
      event.preventDefault();
      // Otherwise Escape would also stop the turn.
      event.stopPropagation();
      return;
    }
    if (event.key === 'Escape' && this.editing !== undefined) {
      event.stopPropagation();
      this.#stopEditing();
    }
    const isNow = event.ctrlKey || event.metaKey;
    const isEnter = event.key === 'Enter' && !event.shiftKey && !event.altKey;
    if (isEnter && (!isNow || (this.running && !this.isAsking && this.#canSend))) {
      event.preventDefault();
      this.#send(isNow);
    }
    if (event.key === 'Tab' && event.shiftKey && !isNow && !event.altKey) {
      event.preventDefault();
      this.querySelector<ModePicker>('converser-mode-picker')?.chooseNext();
    }
    if (event.key === 'ArrowUp' && (isNow ? this.#leaveUpwards() : this.#recalled.recall(1)))
      event.preventDefault();
    if (event.key === 'ArrowDown' && this.#recalled.recall(-1)) event.preventDefault();
  };

  /** From the first line, as in VS Code's chat: Shift+Tab, which would lead there, goes to the next mode. */
  #leaveUpwards(): boolean {
    const field = this.#field;
    if (field === null || field.value.slice(0, field.selectionStart).includes('\n')) return false;
    focusAbove(field);
    return true;
  }

  #send(now = false): void {
    if (!this.#canSend) return;
    this.#completions.close();
    const text = this.#field?.value.trim() ?? '';
    sendToHost(this, { type: 'send', text, ...(now ? { now } : {}) });
    this.#fill('');
    this.#recalled.leave();
    this.focusField();
  }

  #stop = (): void => {
    sendToHost(this, { type: 'stop' });
    this.focusField();
  };

  /** The focus stays here, where it comes back to from the list. */
  #addContext = (): void => {
    sendToHost(this, { type: 'add-context' });
  };
}
