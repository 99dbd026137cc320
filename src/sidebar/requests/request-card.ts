import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { visibleLine, visibleProse } from '../../converser/ground/wording/visible-text.ts';
import { icon } from '../page/icon.ts';
import { isTyping } from '../page/is-typing.ts';
import { LightElement, reactive } from '../page/light-element.ts';
import type { Draft, Drafts, PageMemory } from '../page/page-memory.ts';
import { sendToHost } from '../page/send-to-host.ts';
import { takeFocus } from '../page/take-focus.ts';
import { requestTexts } from '../page/wording.ts';
import type {
  FormRequest,
  PageRequest,
  RequestAnswer,
  SamplingRequest,
  SidebarRequest,
} from '../protocol.ts';
import { scrolledText } from '../transcript/result-view.ts';
import { formField } from './field-view.ts';
import { complaintsOf, draftsOf, valueFor, valuesOf } from './form-values.ts';

export class RequestCard extends LightElement {
  static override properties = reactive('request', 'memory', 'drafts', 'complaints', 'answered');
  declare request: SidebarRequest;
  declare memory: PageMemory;
  declare drafts: Drafts;
  declare complaints: Readonly<Record<string, string>>;
  declare answered: boolean;

  constructor() {
    super();
    this.drafts = {};
    this.complaints = {};
    this.answered = false;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('request')) return;
    const { request } = this;
    const before = changed.get('request');
    if (before === undefined && request.kind === 'form') {
      this.drafts = { ...draftsOf(request.fields), ...this.memory.formDrafts(request.id) };
    }
  }

  protected override render(): TemplateResult {
    const { request } = this;
    const { id, server, message } = request;
    return html`
      <div class="permission request" role="group" tabindex="-1" aria-labelledby="title-${id}" aria-describedby="message-${id}">
        <div class="permission-title" id="title-${id}">
          ${icon(iconOf(request))}<span><strong>${visibleLine(server)}</strong> ${requestTexts[request.kind]}</span>
        </div>
        ${message === '' ? nothing : html`<p class="request-message" id="message-${id}">${visibleProse(message)}</p>`}
        ${this.#content(request)}
      </div>
    `;
  }

  protected override firstUpdated(): void {
    if (!isTyping()) takeFocus(() => this.querySelector<HTMLElement>('.request'));
    this.scrollIntoView({ block: 'nearest' });
  }

  #content(request: SidebarRequest): TemplateResult {
    switch (request.kind) {
      case 'form':
        return this.#form(request);
      case 'page':
        return this.#page(request);
      case 'sampling':
        return this.#sampling(request);
    }
  }

  #form(request: FormRequest): TemplateResult {
    const { id, fields, problem, asker = 'server' } = request;
    return html`<form novalidate @submit=${this.#submit} @keydown=${this.#onKeydown}>
      ${fields.map((field, at) =>
        formField(field, {
          id: `field-${id}-${at}`,
          draft: valueFor(this.drafts, field.name) ?? '',
          complaint: valueFor(this.complaints, field.name),
          disabled: this.answered,
          marksOptional: asker === 'server',
          change: draft => this.#change(field.name, draft),
        }),
      )}
      ${problem === undefined ? nothing : html`<p class="failure" role="alert">${icon('error')}<span>${visibleProse(problem)}</span></p>`}
      <p class="hint">Don’t enter passwords or keys: the ${asker} receives whatever you enter.</p>
      <div class="permission-choices">
        ${this.#button('Send Answer', () => this.#send(request))}
        ${this.#button('Decline', () => this.#answer({ action: 'decline' }), true)}
        ${this.#button('Cancel', () => this.#answer({ action: 'cancel' }), true)}
      </div>
    </form>`;
  }

  #page({ page }: PageRequest): TemplateResult {
    const { host } = new URL(page);
    return html`
      <p>Opens <strong>${host}</strong> in your browser:</p>
      ${scrolledText(page, 'Address')}
      <div class="permission-choices">
        ${this.#button(`Open ${host}`, () => this.#answer({ action: 'accept' }))}
        ${this.#button('Decline', () => this.#answer({ action: 'decline' }), true)}
        ${this.#button('Cancel', () => this.#answer({ action: 'cancel' }), true)}
      </div>
    `;
  }

  #sampling({ model, prompt, budget }: SamplingRequest): TemplateResult {
    return html`
      <p>Model: <strong>${visibleLine(model)}</strong>. ${budget}</p>
      ${prompt.map(({ speaker, text }) => html`<p class="hint">${speaker}</p>${scrolledText(text, speaker)}`)}
      <div class="permission-choices">
        ${this.#button('Allow Once', () => this.#answer({ action: 'accept' }))}
        ${this.#button('Allow in This Session', () => this.#answer({ action: 'accept', session: true }), true)}
        ${this.#button('Deny', () => this.#answer({ action: 'decline' }), true)}
      </div>
    `;
  }

  #button(label: string, act: () => void, secondary = false): TemplateResult {
    return html`<vscode-button ?secondary=${secondary} ?disabled=${this.answered} @click=${act}>${label}</vscode-button>`;
  }

  #change(name: string, draft: Draft): void {
    this.drafts = { ...this.drafts, [name]: draft };
    this.memory.keepFormDrafts(this.request.id, this.drafts);
    const { [name]: _mended, ...others } = this.complaints;
    this.complaints = others;
  }

  #submit = (event: Event): void => event.preventDefault();

  /** Enter in a field sends the form. A native submit button would do that; these buttons are not native. */
  #onKeydown = (event: KeyboardEvent): void => {
    const isField = event.target instanceof HTMLInputElement && !event.isComposing;
    if (event.key !== 'Enter' || !isField || this.request.kind !== 'form') return;
    event.preventDefault();
    this.#send(this.request);
  };

  #send({ id, fields }: FormRequest): void {
    this.complaints = complaintsOf(fields, this.drafts);
    const wrong = fields.findIndex(({ name }) => valueFor(this.complaints, name) !== undefined);
    if (wrong === -1) this.#answer({ action: 'accept', content: valuesOf(fields, this.drafts) });
    else
      void this.updateComplete.then(() => this.querySelector<HTMLElement>(`#field-${id}-${wrong}`)?.focus());
  }

  #answer(answer: RequestAnswer): void {
    if (this.answered) return;
    this.answered = true;
    sendToHost(this, { type: 'answer-request', requestId: this.request.id, answer });
  }
}

function iconOf({ kind }: SidebarRequest): string {
  return { form: 'question', page: 'link-external', sampling: 'sparkle' }[kind];
}
