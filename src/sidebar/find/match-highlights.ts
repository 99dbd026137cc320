import type { ConversationLog } from '../transcript/conversation-log.ts';
import { InvocationRow } from '../transcript/invocation-row.ts';
import { type DrawnMatch, drawnMatches, rangesIn } from './drawn-matches.ts';
import { findPattern } from './find-pattern.ts';
import type { Match } from './matches.ts';
import { textsOfCall } from './searched-texts.ts';

interface Found {
  readonly log: ConversationLog | null;
  readonly text: string;
  readonly current: Match | undefined;
}

const names = { all: 'converser-found', current: 'converser-found-current' } as const;

export class MatchHighlights {
  readonly #found: () => Found;
  readonly #changes = new MutationObserver(() => this.#drawSoon());
  #watched: Element | undefined;
  #isDue = false;
  #current: Range | undefined;

  constructor(found: () => Found) {
    this.#found = found;
  }

  get current(): Range | undefined {
    return this.#current;
  }

  show(): void {
    const { log, current } = this.#found();
    const match = this.#currentMatch();
    if (match !== undefined && 'call' in match && match.call instanceof InvocationRow) {
      match.call.open();
      void match.call.updateComplete.then(() => this.#scroll(current));
    }
    this.#watch(log);
    this.draw();
    this.#scroll(current);
  }

  draw(): void {
    const { log, text } = this.#found();
    if (log === null) return;
    const all = [...log.querySelectorAll('.log-row')].flatMap(row => rangesOf(this.#matchesIn(row), text));
    const match = this.#currentMatch();
    this.#current = match && firstRange(match, text);
    CSS.highlights.set(names.all, new Highlight(...all));
    CSS.highlights.set(names.current, new Highlight(...(this.#current === undefined ? [] : [this.#current])));
  }

  stop(): void {
    this.#changes.disconnect();
    this.#watched = undefined;
    this.#current = undefined;
    clearHighlights();
  }

  #scroll(wanted: Match | undefined): void {
    const { log, current } = this.#found();
    if (wanted === undefined || wanted !== current) return;
    this.draw();
    if (this.#current !== undefined) log?.scrollToRange(wanted.turn, this.#current);
  }

  #currentMatch(): DrawnMatch | undefined {
    const { log, current } = this.#found();
    const row = current && log?.querySelector(`.log-row[data-index="${current.turn}"]`);
    const matches = row ? this.#matchesIn(row) : [];
    // What is drawn may have fewer than what is searched, such as where a formula is drawn.
    return matches[Math.min(current?.nth ?? 0, matches.length - 1)];
  }

  #matchesIn(row: Element): readonly DrawnMatch[] {
    const { text } = this.#found();
    const pattern = findPattern(text);
    const isFound = (call: Element) =>
      pattern !== undefined &&
      call instanceof InvocationRow &&
      textsOfCall(call.item).some(each => each.search(pattern) !== -1);
    return drawnMatches(row, text, isFound);
  }

  #watch(log: Element | null): void {
    const content = log?.querySelector('.log-content') ?? undefined;
    if (content === undefined || content === this.#watched) return;
    this.#changes.disconnect();
    this.#changes.observe(content, { childList: true, subtree: true, characterData: true });
    this.#watched = content;
  }

  #drawSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      if (this.#watched !== undefined) this.draw();
    });
  }
}

export function clearHighlights(): void {
  for (const name of Object.values(names)) CSS.highlights.delete(name);
}

function rangesOf(matches: readonly DrawnMatch[], text: string): readonly Range[] {
  return matches.flatMap(match => ('call' in match ? rangesIn(match.call, text) : [match.range]));
}

function firstRange(match: DrawnMatch, text: string): Range | undefined {
  if ('range' in match) return match.range;
  const [inside] = rangesIn(match.call, text);
  if (inside !== undefined) return inside;
  const whole = document.createRange();
  whole.selectNodeContents(match.call.querySelector('.invocation-toggle') ?? match.call);
  return whole;
}
