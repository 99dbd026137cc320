import { mkdirSync, readFileSync } from 'node:fs';
import { converse } from '../../../src/converser/turn/converse.ts';
import type { ConverseOptions } from '../../../src/converser/turn/converse-options.ts';
import { text } from '../../../src/converser/words/canister/content.ts';
import { createConversation } from '../../../src/converser/words/conversation/conversation.ts';
import { createRecorder, type Recorder } from '../../../src/store/recording/recorder.ts';
import { recordingFile } from '../../../src/store/recording-file.ts';
import type { FakeHost } from '../../fakes/fake-host.ts';

export interface Recording {
  readonly recorder: Recorder;
  readonly file: string;
  read(): string;
  /** Runs a turn of the conversation, whether it is recorded or not. */
  turn(
    options: Pick<ConverseOptions, 'model' | 'ports'> & Partial<ConverseOptions>,
    said?: string,
  ): Promise<void>;
}

/** A recorder for the conversation `c`. */
export function recordingIn(folder: string, host: FakeHost): Recording {
  mkdirSync(folder, { recursive: true });
  const recorder = createRecorder({ host, fileOf: id => recordingFile(folder, id) });
  const file = recordingFile(folder, 'c');
  const conversation = createConversation('c');
  const run = recorder.recording(converse);
  return {
    recorder,
    file,
    read: () => readFileSync(file, 'utf8'),
    async turn(options, said = 'Go.') {
      const { signal } = new AbortController();
      await Array.fromAsync(run(conversation, { content: [text(said)] }, { signal, ...options }));
    },
  };
}
