import { diffLines, isDiff } from './diff-lines.ts';

type Highlight = (code: string, language: string) => DocumentFragment | undefined;

const share = 0.1;

const nearby = '400px 0px';

interface Colored {
  readonly code: string;
  readonly colors: DocumentFragment;
  readonly at: number;
  readonly took: number;
}

let highlight: Highlight | undefined;

async function loadHighlighter(): Promise<Highlight> {
  highlight = (await import('./highlighter.ts')).highlight;
  return highlight;
}

/** Colours growing code at intervals, because finding its colours starts from its beginning each time. */
export class CodeColors {
  readonly #colored = new WeakMap<Element, Map<number, Colored>>();
  #near: IntersectionObserver | undefined;
  #later: ReturnType<typeof setTimeout> | undefined;

  show(block: HTMLElement): void {
    for (const [place, code] of codesIn(block).entries()) {
      if (isDiff(languageOf(code))) code.replaceChildren(...diffLines(code.textContent ?? ''));
      else if (!this.#showAgain({ block, place, code })) this.#watch(block).observe(code);
    }
  }

  stop(): void {
    this.#near?.disconnect();
    this.#near = undefined;
    clearTimeout(this.#later);
  }

  /** As far as it has grown since, it has no colours yet. */
  #showAgain({ block, place, code }: Place): boolean {
    const before = this.#colored.get(block)?.get(place);
    const text = code.textContent ?? '';
    if (before === undefined || !text.startsWith(before.code)) return false;
    code.replaceChildren(before.colors.cloneNode(true), text.slice(before.code.length));
    if (text === before.code) return true;
    const due = before.at + before.took / share - performance.now();
    if (due <= 0) void this.#color({ block, place, code });
    else this.#colorLater({ block, place, code }, due);
    return true;
  }

  #colorLater(where: Place, delay: number): void {
    clearTimeout(this.#later);
    this.#later = setTimeout(() => void this.#color(where), delay);
  }

  #watch(block: Element): IntersectionObserver {
    this.#near ??= new IntersectionObserver(
      entries => {
        for (const { isIntersecting, target } of entries)
          if (isIntersecting && target instanceof HTMLElement) this.#colorSeen(target);
      },
      { root: block.closest('.log'), rootMargin: nearby },
    );
    return this.#near;
  }

  #colorSeen(code: HTMLElement): void {
    this.#near?.unobserve(code);
    const block = code.closest<HTMLElement>('.markdown > div');
    const place = block === null ? -1 : codesIn(block).indexOf(code);
    if (block !== null && place >= 0) void this.#color({ block, place, code });
  }

  async #color({ block, place, code }: Place): Promise<void> {
    const find = highlight ?? (await loadHighlighter());
    const started = performance.now();
    const text = code.textContent ?? '';
    const colors = code.isConnected ? find(text, languageOf(code)) : undefined;
    if (colors === undefined) return;
    code.replaceChildren(colors.cloneNode(true));
    const ended = performance.now();
    const known = this.#colored.get(block) ?? new Map<number, Colored>();
    this.#colored.set(block, known.set(place, { code: text, colors, at: ended, took: ended - started }));
  }
}

interface Place {
  readonly block: HTMLElement;
  readonly place: number;
  readonly code: HTMLElement;
}

function codesIn(block: HTMLElement): readonly HTMLElement[] {
  return [...block.querySelectorAll<HTMLElement>('pre > code')].filter(code => languageOf(code) !== '');
}

export function languageOf(code: Element): string {
  return /(?:^|\s)language-(\S+)/.exec(code.className)?.[1]?.toLowerCase() ?? '';
}
