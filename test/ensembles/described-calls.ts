import { createVouching } from '../../src/converser/call/caution/caution.ts';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import { converse } from '../../src/converser/turn/converse.ts';
import { isResult, type ResultCanister } from '../../src/converser/words/canister/canister.ts';
import { text, textOf } from '../../src/converser/words/canister/content.ts';
import { createConversation } from '../../src/converser/words/conversation/conversation.ts';
import type { Origin } from '../../src/converser/words/ensemble/invoker.ts';
import type { PermissionRule } from '../../src/converser/words/permission/rules.ts';
import { formatDiagnostic } from '../../src/ensembles/descriptors/mistakes/diagnostic.ts';
import { type PrepareEnsemblesOptions, prepareEnsembles } from '../../src/ensembles/prepare-ensembles.ts';
import type { Answer } from '../fakes/fake-approvals.ts';
import { createFakeDescriptorFiles } from '../fakes/fake-descriptor-files.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { noJournal } from '../fakes/no-journal.ts';
import { createScriptedModel, invokes, says } from '../fakes/scripted-model.ts';

/** What tools bring in makes no call here one to ask about. */
const trustingTools = createVouching({ has: source => source.startsWith('tool:') });

export interface DescribedCallsOptions {
  readonly descriptor: string;
  readonly origin?: Origin;
  readonly rules?: Readonly<Record<string, PermissionRule>>;
  readonly answers?: readonly Answer[];
}

export interface CallOptions {
  /** Stops the turn. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (message: string) => void;
}

type Host = Awaited<ReturnType<typeof createFakePorts>>['host'];
type Makers = Pick<PrepareEnsemblesOptions, 'kinds' | 'tools'>;

/** The tools of a descriptor behind the real loop and the real permissions. */
export async function createDescribedCalls(
  { descriptor, origin = 'user', rules = {}, answers = [] }: DescribedCallsOptions,
  makers: (host: Host) => Makers,
) {
  const ports = await createFakePorts({ rules, answers, vouching: trustingTools, journal: noJournal });
  const ensembles = await prepareEnsembles({
    files: createFakeDescriptorFiles({ '/tools/api.toml': descriptor }),
    folders: [{ path: '/tools', origin, isTrusted: () => true }],
    roster: ports.roster,
    log: ports.host.log,
    ...makers(ports.host),
  });

  /** In a conversation of its own: what an earlier answer held makes the next call more careful. */
  async function call(
    name: string,
    args: JsonObject = {},
    { signal = new AbortController().signal, onProgress }: CallOptions = {},
  ): Promise<{ readonly told: string; readonly result: ResultCanister }> {
    const conversation = createConversation('c');
    const model = createScriptedModel(invokes([name, args]), says('Done.'));
    for await (const event of converse(conversation, { content: [text('Go.')] }, { ports, model, signal }))
      if (event.type === 'invocation-progress') onProgress?.(event.message);
    const result = conversation.canisters.findLast(isResult);
    if (result === undefined) throw new Error('There is no result.');
    return { told: textOf(result.content), result };
  }

  return {
    call,
    invokers: () => ports.roster.invokers(),
    mistakes: () =>
      [...ensembles.diagnostics.values()]
        .flat()
        .filter(({ severity }) => severity !== 'warning')
        .map(formatDiagnostic),
    clock: ports.host.clock,
    questions: ports.host.approver.asked,
    dispose: () => ensembles.dispose(),
  };
}
