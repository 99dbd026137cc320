import type { FromPage, SidebarState } from '../protocol.ts';

export interface MeasureWish {
  wish(): void;
  show(state: SidebarState): void;
}

/** Milliseconds in which several changes count as one. */
const usualPause = 200;

export function createMeasureWish(
  post: (message: FromPage) => void,
  { pause = usualPause }: { readonly pause?: number } = {},
): MeasureWish {
  let isWished = false;
  let shown: SidebarState | undefined;
  let asked: string | undefined;
  let due: ReturnType<typeof setTimeout> | undefined;

  function ask(): void {
    if (!isWished || shown === undefined || shown.running || !hasWindow(shown.model)) return;
    const wanted = whatCounts(shown);
    if (wanted === asked) return;
    asked = wanted;
    clearTimeout(due);
    due = setTimeout(() => post({ type: 'read-window' }), pause);
  }

  return {
    wish() {
      if (isWished) return;
      isWished = true;
      ask();
    },
    show(state) {
      if (state === shown) return;
      shown = state;
      ask();
    },
  };
}

/** Rehearsal is no language model: it reads no tokens. */
export function hasWindow(model: string | undefined): boolean {
  return model !== undefined && !model.startsWith('rehearsal/');
}

function whatCounts({ history, turn, model, mode, effort, ensembles }: SidebarState): string {
  const { conversation, version, turns } = history;
  const tools = ensembles.map(({ name, enabled, state, invokers }) => [
    name,
    enabled && state.status,
    invokers.map(invoker => invoker.enabled),
  ]);
  const [first] = turn;
  const started = first?.type === 'turn-start' ? first.canisters[0]?.id : undefined;
  return JSON.stringify([conversation, version, turns, started, turn.length, model, mode, effort, tools]);
}
