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
  return {
    get all() {
      return modes.all;
    },
    chosen: chosen.of,
    choose: (id, name) => chosen.choose(id, name === ordinaryModeName ? undefined : name),
    enter(id, model) {
      const name = chosen.of(id);
      if (name === undefined) return { mode: undefined, model };
      const mode = modes.all.find(each => each.name === name);
      const found = async () => {
        const holds = modeNamed(name, modes.all);
        return modelInMode(holds, await model, { models, signal: AbortSignal.timeout(patience) });
      };
      return { mode, model: found() };
    },
  };
}
