import { type PropertyValues, ReactiveElement } from 'lit';
import { defined } from '../../converser/ground/json/defined.ts';
import { flashCopied } from '../page/copy-button.ts';
import { reactive } from '../page/light-element.ts';
import { sendToHost } from '../page/send-to-host.ts';
import { type CodeAction, codeAction, codeOf, fileOf } from './code/code-block.ts';
import { CodeColors } from './code/code-colors.ts';
import { showDiagrams } from './code/diagrams.ts';
import { showFormulas } from './formulas/formulas.ts';
import { type Blocks, createMarkdownBlocks } from './markdown-blocks.ts';
import { createMarkdownParser } from './parse-markdown.ts';
import { safeFragment } from './safe-fragment.ts';

/** A block that has ended is never touched again, so that selections and focus in it survive. */
export class MarkdownView extends ReactiveElement {
  static override properties = reactive('text', 'complete', 'usable');
  declare text: string;
  declare complete: boolean;
  declare usable: boolean;

  readonly #colors = new CodeColors();
  #parser = createMarkdownParser();
  #blocksOf = createMarkdownBlocks(this.#parser.findBlocks);
  /** What was drawn, or can't be. */
  readonly #drawn = new WeakSet<Node>();
  #shown: { readonly source: string; readonly element: HTMLElement }[] = [];

  constructor() {
    super();
    this.text = '';
    this.complete = true;
    this.usable = false;
    this.addEventListener('click', this.#onClick);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#colors.stop();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed);
    this.classList.toggle('growing', !this.complete);
    this.classList.toggle('usable', this.usable);
    this.#show(this.#blocksOf(this.text));
    // A definition may come after the link that needs it, so the whole text is rendered again.
    if (this.complete && this.#parser.hasDefinitions() && this.#shown.length > 1) this.#showAnew();
    this.#drawDiagrams();
  }

  /** Not in the block that still grows. */
  #drawDiagrams(): void {
    for (const { element } of this.complete ? this.#shown : this.#shown.slice(0, -1)) {
      const block = element.firstElementChild;
      if (block === null || this.#drawn.has(block)) continue;
      this.#drawn.add(block);
      void showDiagrams(element);
    }
  }

  #show({ kept, sources }: Blocks): void {
    for (const { element } of this.#shown.splice(sources.length)) element.remove();
    for (let at = Math.min(kept, this.#shown.length); at < sources.length; at++)
      this.#showBlock(at, sources[at] ?? '');
  }

  #showBlock(at: number, source: string): void {
    const shown = this.#shown[at];
    if (shown?.source === source) return;
    const element = shown?.element ?? this.appendChild(document.createElement('div'));
    this.#fill(element, this.#parser.toHtml(source));
    this.#shown[at] = { source, element };
  }

  #showAnew(): void {
    const html = this.#shown.map(({ source }) => this.#parser.toHtml(source));
    for (const [at, { element }] of this.#shown.entries()) this.#fill(element, html[at] ?? '');
  }

  #fill(element: HTMLElement, html: string): void {
    element.replaceChildren(safeFragment(html));
    this.#colors.show(element);
    showFormulas(element);
  }

  #onClick = (event: MouseEvent): void => {
    if (!(event.target instanceof Element)) return;
    const anchor = event.target.closest('a');
    if (anchor !== null) {
      // VS Code listens on the document for clicks on links, and would open this one once more.
      event.preventDefault();
      event.stopPropagation();
      sendToHost(this, { type: 'open-link', href: anchor.getAttribute('href') ?? '' });
    }
    const button = event.target.closest<HTMLElement>('.code-head > button');
    const action = button === null ? undefined : codeAction(button);
    if (button !== null && action !== undefined) this.#useCode(button, action);
  };

  #useCode(button: HTMLElement, action: CodeAction): void {
    const { code, language } = codeOf(button);
    switch (action) {
      case 'copy':
        sendToHost(this, { type: 'copy', text: code });
        flashCopied(button);
        break;
      case 'insert':
        sendToHost(this, { type: 'insert-code', code, language });
        break;
      case 'show':
        sendToHost(this, { type: 'show-diagram', code });
        break;
      case 'apply':
        sendToHost(this, defined({ type: 'apply-code', code, language, file: fileOf(button) }));
        break;
    }
  }
}
