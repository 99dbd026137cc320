import type { ModelRoster } from '../../../converser/models/model-roster.ts';
import type { Model } from '../../../converser/models/provider.ts';
import { modelInMode, modeNamed } from '../../../converser/modes/in-mode.ts';
import { type Mode, ordinaryModeName } from '../../../converser/modes/mode.ts';
import type { ChosenModes } from './chosen-by-conversation.ts';

/** In which mode each conversation is. */
export interface ConversationModes {
  /** All that there are. */
  readonly all: readonly Mode[];
  /** The name of the chosen one, which may be gone. Absent: none is chosen. */
  chosen(conversationId: string): string | undefined;
  choose(conversationId: string, name: string): void;
  /** The one that holds, and who answers in it. Rejects where the chosen one is gone, or its model. */
  enter(conversationId: string, model: Promise<Model>): Promise<ModeAndModel>;
}

export interface ModeAndModel {
  readonly mode: Mode | undefined;
  readonly model: Model;
}

export interface ConversationModesPorts {
  readonly chosen: ChosenModes;
  readonly modes: { readonly all: readonly Mode[] };
  readonly models: Pick<ModelRoster, 'find'>;
}

/** Milliseconds that the model of a mode may take to be found. */
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
    async enter(id, model) {
      const name = chosen.of(id);
      const mode = name === undefined ? undefined : modeNamed(name, modes.all);
      const signal = AbortSignal.timeout(patience);
      return { mode, model: await modelInMode(mode, await model, { models, signal }) };
    },
  };
}
