export class RevealTurn extends Event {
  static readonly type = 'converser-reveal-turn';
  readonly place: number;
  /** Set by the log: resolves with the turn's row once it is drawn, or with nothing where there is no such turn. */
  drawn: Promise<Element | undefined> | undefined;

  constructor(place: number) {
    super(RevealTurn.type, { bubbles: true });
    this.place = place;
  }
}

export async function focusCall(from: HTMLElement, step: 1 | -1): Promise<void> {
  const own = from.closest<HTMLElement>('.log-row');
  const focused = document.activeElement;
  const inTurn = callsIn(own);
  let next = inTurn[inTurn.findIndex(call => from.contains(call)) + step];
  for (let place = Number(own?.dataset.index) + step; next === undefined; place += step) {
    const reveal = new RevealTurn(place);
    from.dispatchEvent(reveal);
    const row = await reveal.drawn;
    // There are no more, or you have gone elsewhere in the meantime.
    if (row === undefined || document.activeElement !== focused) return;
    next = callsIn(row).at(step === 1 ? 0 : -1);
  }
  next.focus();
}

function callsIn(row: Element | null): readonly HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>('.invocation-toggle') ?? [])];
}
