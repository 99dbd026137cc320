import {
  defaultRangeExtractor,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core';

export interface VirtualRowsPorts {
  readonly scroller: () => HTMLElement | null;
  readonly kept: () => readonly number[];
  readonly onChange: () => void;
}

export type Row = Pick<VirtualItem, 'index' | 'start' | 'size'> & { readonly key: string };

/** Pixels of a row that has never been drawn. */
const usualHeight = 300;

/** Rows above and below the view, so that one sees no gap and the Tab key finds what comes next. */
const overscan = 3;

/** Who uses it scrolls, and says so: reading and following the end keep different places. */
export class VirtualRows {
  readonly #virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  readonly #ports: VirtualRowsPorts;
  #list = '';
  #tellOffset: ((offset: number, isScrolling: boolean) => void) | undefined;

  constructor(ports: VirtualRowsPorts) {
    this.#ports = ports;
    this.#virtualizer = new Virtualizer(this.#options(0));
    this.#virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  }

  /** What the rows are of. Rows of another list are measured anew. */
  set({ list, count }: { readonly list: string; readonly count: number }): void {
    if (list !== this.#list) this.#virtualizer.itemSizeCache.clear();
    this.#list = list;
    this.#virtualizer.setOptions(this.#options(count));
  }

  get drawn(): readonly Row[] {
    return this.#virtualizer
      .getVirtualItems()
      .map(({ index, start, size, key }) => ({ index, start, size, key: String(key) }));
  }

  get height(): number {
    return this.#virtualizer.getTotalSize();
  }

  topOf(index: number): number {
    return this.#virtualizer.measurementsCache[index]?.start ?? 0;
  }

  at(offset: number): Row | undefined {
    const found = this.#virtualizer.getVirtualItemForOffset(offset);
    return found && { ...found, key: String(found.key) };
  }

  /** Call it when the rows have been drawn. Their heights are heard of as soon as the browser knows them. */
  measure(rows: Iterable<HTMLElement>): void {
    // The library's own adapters for frameworks call it after each update.
    this.#virtualizer._willUpdate();
    for (const row of rows) this.#virtualizer.measureElement(row);
    this.#virtualizer.measureElement(null);
  }

  /** Call it whenever the list was scrolled, by whomever. */
  scrolledTo(offset: number): void {
    this.#tellOffset?.(offset, false);
  }

  redraw(): void {
    // Which rows are drawn is worked out anew when it is asked by another function.
    this.#virtualizer.setOptions(this.#options(this.#virtualizer.options.count));
    this.#ports.onChange();
  }

  dispose(): void {
    this.#virtualizer._didMount()();
  }

  #options(count: number): ConstructorParameters<typeof Virtualizer<HTMLElement, HTMLElement>>[0] {
    const list = this.#list;
    return {
      count,
      overscan,
      paddingStart: 8,
      paddingEnd: 16,
      getScrollElement: this.#ports.scroller,
      getItemKey: index => `${list}/${index}`,
      estimateSize: () => usualHeight,
      // Until the parts of a new row have been drawn, it is lower than it will be, and too many rows would seem to fit.
      measureElement: (row, entry, { indexFromElement, measurementsCache }) =>
        entry?.borderBoxSize[0]?.blockSize ?? measurementsCache[indexFromElement(row)]?.size ?? usualHeight,
      rangeExtractor: range =>
        [...new Set([...this.#ports.kept(), ...defaultRangeExtractor(range)])]
          .filter(index => index >= 0 && index < range.count)
          .sort((a, b) => a - b),
      observeElementRect,
      observeElementOffset: (_list, tell) => {
        this.#tellOffset = tell;
        return () => {
          this.#tellOffset = undefined;
        };
      },
      scrollToFn: () => {},
      onChange: this.#ports.onChange,
    };
  }
}
