import { html, nothing, svg, type TemplateResult } from 'lit';
import { durationText } from '../../converser/ground/wording/numbers.ts';
import { iconButton } from '../page/icon-button.ts';
import { LightElement, reactive } from '../page/light-element.ts';
import { type Bar, barText, beginningText, type Timeline, timelineOf } from '../turns/timeline.ts';
import type { TurnView } from '../turns/turn-view.ts';

/** In pixels. */
const laneHeight = 14;
const barHeight = 10;
/** Of a hundred, so that short calls can be seen and pointed at. */
const leastWidth = 1;

/** Draws nothing until the disclosure around it is opened. */
export class TimelineElement extends LightElement {
  static override properties = reactive('turn', 'place', 'isTable');
  declare turn: TurnView;
  /** Of the bar whose words are shown, and which has the focus next. */
  declare place: number;
  declare isTable: boolean;

  #disclosure: HTMLDetailsElement | null = null;

  constructor() {
    super();
    this.place = 0;
    this.isTable = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#disclosure = this.closest('details');
    this.#disclosure?.addEventListener('toggle', this.#draw);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#disclosure?.removeEventListener('toggle', this.#draw);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { turn, isTable } = this;
    if (this.#disclosure?.open !== true || turn.status === 'running') return nothing;
    if (turn.times === undefined) return html`<p class="hint">No times were kept of this turn.</p>`;
    const timeline = timelineOf(turn, turn.times);
    return html`<div class="timeline">
      <p class="timeline-head">
        <span>Timeline: ${durationText(timeline.took)}</span>
        ${iconButton({
          icon: isTable ? 'graph-left' : 'table',
          label: isTable ? 'Show timeline as bars' : 'Show timeline as table',
          title: isTable ? 'Show as Bars' : 'Show as Table',
          act: this.#toggle,
        })}
      </p>
      ${isTable ? tableView(timeline) : this.#bars(timeline)}
    </div>`;
  }

  #bars({ took, lanes, bars }: Timeline): TemplateResult {
    const active = Math.min(this.place, bars.length - 1);
    const scale = 100 / Math.max(1, took);
    const height = lanes * laneHeight;
    return html`<svg
        class="timeline-bars"
        viewBox="0 0 100 ${height}"
        height=${height}
        preserveAspectRatio="none"
        role="listbox"
        aria-orientation="horizontal"
        aria-label="Timeline"
        @keydown=${(event: KeyboardEvent) => this.#walk(event, bars.length)}
      >
        ${bars.map(
          (bar, at) => svg`<g
            class="timeline-bar"
            data-kind=${bar.kind}
            role="option"
            tabindex=${at === active ? 0 : -1}
            aria-selected=${at === active}
            aria-label=${barText(bar)}
            @focus=${() => this.#show(at)}
            @pointerenter=${() => this.#show(at)}
          >${parts(bar, scale)}</g>`,
        )}
      </svg>
      <p class="timeline-words">${bars[active] === undefined ? nothing : barText(bars[active])}</p>`;
  }

  #show(at: number): void {
    this.place = at;
  }

  #walk(event: KeyboardEvent, count: number): void {
    const places: Readonly<Record<string, number>> = {
      ArrowRight: this.place + 1,
      ArrowDown: this.place + 1,
      ArrowLeft: this.place - 1,
      ArrowUp: this.place - 1,
      Home: 0,
      End: count - 1,
    };
    const wanted = places[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(count - 1, wanted));
    this.querySelectorAll<SVGElement>('.timeline-bar')[next]?.focus();
  }

  readonly #draw = (): void => this.requestUpdate();

  readonly #toggle = (): void => {
    this.isTable = !this.isTable;
  };
}

/** What was waited for is drawn thinner than what worked, so that colours aren’t needed to tell them apart. */
function parts({ start, end, waited = start, lane }: Bar, scale: number): TemplateResult {
  const width = Math.max(leastWidth, (end - start) * scale);
  const x = Math.min(start * scale, 100 - width);
  const thin = Math.min(width, Math.max(0, waited - start) * scale);
  const y = lane * laneHeight + (laneHeight - barHeight) / 2;
  return svg`
    <rect class="timeline-place" x=${x} y=${y} width=${width} height=${barHeight}></rect>
    <rect class="timeline-wait" x=${x} y=${y + barHeight / 3} width=${thin} height=${barHeight / 3}></rect>
    <rect class="timeline-work" x=${x + thin} y=${y} width=${width - thin} height=${barHeight}></rect>`;
}

function tableView({ bars }: Timeline): TemplateResult {
  return html`<table class="timeline-table" aria-label="Timeline">
    <thead>
      <tr>${['What', 'From', 'Time'].map(title => html`<th scope="col">${title}</th>`)}</tr>
    </thead>
    <tbody>
      ${bars.map(rowView)}
    </tbody>
  </table>`;
}

function rowView(bar: Bar): TemplateResult {
  const [took, ...more] = bar.details;
  return html`<tr>
    <th scope="row">${bar.title}${more.length === 0 ? nothing : html`<span class="hint">${more.join(', ')}</span>`}</th>
    <td>${beginningText(bar)}</td>
    <td>${took}</td>
  </tr>`;
}
