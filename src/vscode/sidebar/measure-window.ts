import type { AvailableModels } from '../models/available-models.ts';
import { chosenModel } from '../models/chosen-model.ts';
import type { SidebarConversation } from './conversation/sidebar-conversation.ts';
import type { SidebarPage } from './sidebar-page.ts';

export interface MeasuringPorts {
  readonly conversation: SidebarConversation;
  readonly models: AvailableModels;
  readonly page: Pick<SidebarPage, 'post'>;
}

/** In milliseconds. */
const patience = 10_000;

/** While a turn runs, its events tell that; and where there is no model, there is no window. */
export function createWindowMeasuring({ conversation, models, page }: MeasuringPorts): () => Promise<void> {
  let last = new AbortController();
  return async () => {
    last.abort();
    last = new AbortController();
    const { signal } = last;
    const { shown } = conversation;
    const stop = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
    const model = await chosenModel(models.all, stop).catch(() => undefined);
    if (model === undefined || signal.aborted) return;
    // The reason why a mode can't be entered is shown when you send a message.
    const measure = await shown.measureNext(model, signal).catch(() => undefined);
    if (measure !== undefined && !signal.aborted && !shown.running)
      page.post({ type: 'window', conversation: shown.id, measure });
  };
}
