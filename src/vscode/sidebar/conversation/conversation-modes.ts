import { modelInMode, modeNamed } from '../../../converser/turn/in-mode.ts';
import { type Mode, ordinaryModeName } from '../../../converser/words/conversation/mode.ts';
import type { ModelRoster } from '../../../converser/words/models/model-roster.ts';
import type { Model } from '../../../converser/words/models/provider.ts';
import type { ChosenModes } from './chosen-by-conversation.ts';

export interface ConversationModes {
  readonly all: readonly Mode[];
  /** The chosen mode may be gone. */
  chosen(conversationId: string): string | undefined;
  choose(conversationId: string, name: string): void;
  /** Of the mode that is chosen now. */
  acceptsEdits(conversationId: string): boolean;
  /** The model rejects where the chosen mode is gone, or its model. */
  enter(conversationId: string, model: Promise<Model>): ModeAndModel;
}

export interface ModeAndModel {
  readonly mode: Mode | undefined;
  readonly model: Promise<Model>;
}

export interface ConversationModesPorts {
  readonly chosen: ChosenModes;
  readonly modes: { readonly all: readonly Mode[] };
  readonly models: Pick<ModelRoster, 'find'>;
}

/** In milliseconds. */
const patience = 30_000;

export function createConversationModes({
  chosen,
  modes,
  models,
}: ConversationModesPorts): ConversationModes {
  const named = (name: string | undefined) => modes.all.find(each => each.name === name);
  return {
    get all() {
      return modes.all;
    },
    chosen: chosen.of,
    choose: (id, name) => chosen.choose(id, name === ordinaryModeName ? undefined : name),
    acceptsEdits: id => named(chosen.of(id))?.acceptsEdits === true,
    enter(id, model) {
      const name = chosen.of(id);
      if (name === undefined) return { mode: undefined, model };
      const found = async () => {
        const holds = modeNamed(name, modes.all);
        return modelInMode(holds, await model, { models, signal: AbortSignal.timeout(patience) });
      };
      return { mode: named(name), model: found() };
    },
  };
}
