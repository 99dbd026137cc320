import { defined } from '../../../converser/ground/json/defined.ts';
import type { WindowMeasure } from '../../../converser/words/context-window/window-measure.ts';
import type { Conversation } from '../../../converser/words/conversation/conversation.ts';
import type { ConverseEvent } from '../../../converser/words/conversation/converse-event.ts';
import { fullName, type Invoker } from '../../../converser/words/ensemble/invoker.ts';
import type { Model } from '../../../converser/words/models/provider.ts';
import type { Approver } from '../../../converser/words/permission/approver.ts';
import type { RunTurn, TurnOptions } from '../../../house/run-turn.ts';
import type { ChosenEfforts } from './chosen-by-conversation.ts';
import type { ConversationModes } from './conversation-modes.ts';
import type { AskedModel } from './sidebar-turn.ts';

export interface TurnsInModePorts {
  readonly runTurn: RunTurn;
  readonly isOffered: (name: string) => boolean;
  readonly efforts: Pick<ChosenEfforts, 'of'>;
  readonly modes: Pick<ConversationModes, 'enter' | 'acceptsEdits'>;
  readonly approver: Approver;
}

export interface TurnInMode {
  /** Rejects where the mode is gone, or its model. */
  readonly model: Promise<Model>;
  readonly converse: (
    asked: AskedModel,
    options: Pick<TurnOptions, 'signal' | 'deciding' | 'steering' | 'beforeChange'>,
  ) => AsyncIterable<ConverseEvent>;
}

/** What else you choose counts until the turn starts, but for accepting edits, which you can begin and end meanwhile. */
export function turnInMode(
  conversation: Conversation,
  model: Promise<Model>,
  ports: TurnsInModePorts,
): TurnInMode {
  const entered = ports.modes.enter(conversation.id, model);
  return {
    model: entered.model,
    converse: ({ prompt, model: found }, options) =>
      ports.runTurn(conversation, prompt, {
        ...choices(conversation, ports),
        ...options,
        model: found,
        mode: entered.mode,
        reviewsFirst: entered.mode?.reviewsFirst === true,
      }),
  };
}

export async function measureInMode(
  conversation: Conversation,
  { model, signal }: { readonly model: Model; readonly signal: AbortSignal },
  ports: TurnsInModePorts,
): Promise<WindowMeasure | undefined> {
  const entered = ports.modes.enter(conversation.id, Promise.resolve(model));
  const answering = { mode: entered.mode, model: await entered.model };
  const options = { ...choices(conversation, ports), ...answering, signal };
  const trial = ports.runTurn(conversation, { content: [] }, { ...options, isTrial: true });
  for await (const event of trial) if (event.type === 'window') return event.measure;
  return undefined;
}

function choices({ id }: Conversation, { isOffered, approver, efforts, modes }: TurnsInModePorts) {
  return {
    offers: (invoker: Invoker) => isOffered(fullName(invoker)),
    approver,
    acceptsEdits: () => modes.acceptsEdits(id),
    wanted: defined({ effort: efforts.of(id) }),
  };
}
