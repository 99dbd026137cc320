import { remainingExposure, type Vouching } from '../../converser/call/caution/caution.ts';
import { exposureToTools } from '../../converser/words/conversation/read-exposure.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import { fullName } from '../../converser/words/ensemble/invoker.ts';
import { type Exposure, joinExposures } from '../../converser/words/labels/exposure.ts';
import { exposureLines } from '../../converser/words/texts/label-text.ts';
import type { AskUser } from '../common/ask-in-vscode.ts';

export interface DeclareCleanPorts {
  readonly conversation: {
    readonly shown: { readonly id: string; readonly exposure: Exposure };
    readonly isOffered: (name: string) => boolean;
  };
  readonly roster: Pick<EnsembleRoster, 'invokers'>;
  readonly vouching: Vouching;
  readonly ask: Pick<AskUser, 'confirm'>;
  readonly inform: (message: string) => unknown;
}

export async function declareClean(ports: DeclareCleanPorts): Promise<void> {
  const { conversation, roster, vouching, ask, inform } = ports;
  // You may open another conversation meanwhile.
  const { id, exposure: known } = conversation.shown;
  const offered = roster.invokers().filter(invoker => conversation.isOffered(fullName(invoker)));
  const read = joinExposures(known, exposureToTools(offered));
  const exposure = remainingExposure(read, id, vouching);
  const lines = exposureLines(exposure);
  if (lines.length === 0) {
    void inform(
      'This conversation is clean: it holds nothing from outside and no secrets that you haven’t cleared.',
    );
    return;
  }
  const isClean = await ask.confirm({
    message: 'Declare this conversation clean?',
    detail: [
      'Converser asks before the model acts on this or sends it:',
      ...lines.map(line => `• ${line}`),
      '',
      'If you declare it clean, Converser no longer asks because of these sources in this conversation, until you close VS Code. Your rules still hold.',
    ].join('\n'),
    yes: 'Declare Clean',
  });
  if (isClean) vouching.cleared.clear(id, exposure);
}
